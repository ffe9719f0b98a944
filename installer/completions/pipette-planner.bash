# bash completion for pipette-planner(1)
_pipette_planner() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  if [ "$previous" = --theme ]; then
    mapfile -t COMPREPLY < <(compgen -W "light dark system" -- "$current")
  elif [ "$previous" = --language ]; then
    mapfile -t COMPREPLY < <(compgen -W "system en de zh_CN" -- "$current")
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "--render --cluster --model --global-batch --theme --language --size --help --version" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _pipette_planner pipette-planner
