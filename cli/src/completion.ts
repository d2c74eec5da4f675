import { Argument, Command } from 'commander'

/** Each script asks `atelier __complete` for suggestions; only the display differs. */

const bash = `# bash completion of atelier
_atelier() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o default 2>/dev/null
    else
      COMPREPLY+=("$(printf '%q' "\${line%%$'\\t'*}")")
    fi
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _atelier atelier
`

const zsh = `#compdef atelier
_atelier() {
  local -a lines suggestions
  local line
  lines=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${lines[@]}"; do
    if [[ $line == :files ]]; then
      _files
    elif [[ -n $line ]]; then
      suggestions+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( \${#suggestions} )) && _describe atelier suggestions
}
if [[ \${funcstack[1]} == _atelier ]]; then
  _atelier "$@"
else
  compdef _atelier atelier
fi
`

const fish = `# fish completion of atelier
function __atelier_complete
  set -l begun (commandline -ct)
  set -l words (commandline -opc)
  set -l lines ($words[1] __complete -- $words[2..-1] "$begun" 2>/dev/null)
  if contains -- :files $lines
    __fish_complete_path "$begun"
  end
  string match -v -- :files $lines
end
complete -c atelier -f -a '(__atelier_complete)'
`

export const scripts = { bash, zsh, fish }

type Shell = keyof typeof scripts

export function completionCommand(): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Examples:
  source <(atelier completion bash)                                    # in ~/.bashrc
  atelier completion zsh > "\${fpath[1]}/_atelier"
  atelier completion fish > ~/.config/fish/completions/atelier.fish`,
    )
    .action((shell: Shell) => void process.stdout.write(scripts[shell]))
}
