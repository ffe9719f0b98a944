# bash completion for pipette(1)
# The names that a command lists below the title in its help: formats, schedules.
_pipette_names() {
  pipette "$1" --help 2>/dev/null | sed -n "/^$2:/,\$s/^  \([a-z0-9][a-z0-9-]*\) .*/\1/p"
}
_pipette() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "plan estimate simulate import cluster size study availability pools diff compare-log report export validate calibrate measure-script bench --help --version" -- "$current")
    return
  fi
  case $previous in
    --format) mapfile -t COMPREPLY < <(compgen -W "$(_pipette_names export Formats)" -- "$current"); return ;;
    --schedule | --schedules) mapfile -t COMPREPLY < <(compgen -W "$(_pipette_names simulate Schedules)" -- "$current"); return ;;
    --precision) mapfile -t COMPREPLY < <(compgen -W "bf16 fp16 fp8 fp32" -- "$current"); return ;;
    --recompute) mapfile -t COMPREPLY < <(compgen -W "none selective full" -- "$current"); return ;;
    --launcher) mapfile -t COMPREPLY < <(compgen -W "slurm mpirun" -- "$current"); return ;;
    --p2p) mapfile -t COMPREPLY < <(compgen -W "blocking in-turn overlapped" -- "$current"); return ;;
    --vary) mapfile -t COMPREPLY < <(compgen -W "$(_pipette_names study Axes)" -S = -- "$current"); return ;;
    import) mapfile -t COMPREPLY < <(compgen -W "$(_pipette_names import Formats)" -- "$current"); return ;;
  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(pipette "$command" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _pipette pipette
