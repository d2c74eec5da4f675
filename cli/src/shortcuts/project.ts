import { Command } from 'commander'
import { withGeneralOptions } from '../client/general-options.ts'

export function projectCommand(): Command {
  return new Command('project').addCommand(
    withGeneralOptions(new Command('edit'))
      .argument('<type>', 'campaign, brand, …')
      .argument('<id>', 'project id')
      .option('--mine', 'if someone else changed the same value, keep your change')
      .description('edit project data in your editor (VISUAL or EDITOR)')
      .addHelpText(
        'after',
        '\nChanges that others make in the meantime are kept. Your text is never lost: if it cannot be\nsaved, it stays in a file whose path is printed.\n\nExample:\n  atelier project edit campaign 8d0f9a52-2c65-4b2c-9a8e-4a1f6f0f2a11',
      )
      .action(async (...args: [string, string, { mine?: boolean }, Command]) => {
        const { editProject } = await import('./edit-project.ts')
        await editProject(...args)
      }),
  )
}
