import { Argument, Command } from 'commander'
import { type Shell, scripts } from './completion/scripts.ts'

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
