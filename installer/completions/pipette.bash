# bash completion for pipette(1)
_pipette() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "plan estimate simulate import cluster size export validate calibrate measure-script bench --help --version" -- "$current")
    return
  fi
  case $previous in
    --format) mapfile -t COMPREPLY < <(compgen -W "mapping json csv trace megatron torchrun openmpi openmpi-rankfile mpich slurm deepspeed kubernetes" -- "$current"); return ;;
    --schedule | --schedules) mapfile -t COMPREPLY < <(compgen -W "gpipe 1f1b eager-1f1b interleaved looped-bfs zb-h1 zb-h2 zb-v v-half v-min dualpipe dualpipe-v chimera terapipe local-updates varuna" -- "$current"); return ;;
    --precision) mapfile -t COMPREPLY < <(compgen -W "bf16 fp16 fp8 fp32" -- "$current"); return ;;
    --recompute) mapfile -t COMPREPLY < <(compgen -W "none selective full" -- "$current"); return ;;
    --launcher) mapfile -t COMPREPLY < <(compgen -W "slurm mpirun" -- "$current"); return ;;
    --p2p) mapfile -t COMPREPLY < <(compgen -W "blocking in-turn overlapped" -- "$current"); return ;;
    import) mapfile -t COMPREPLY < <(compgen -W "auto nccl-tests mpigraph p2p-bandwidth nvidia-smi-topo osu csv pipette-json slurm-topology hostfile" -- "$current"); return ;;
  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(pipette "$command" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _pipette pipette
