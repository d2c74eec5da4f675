import { Command } from 'commander'
import { withGeneralOptions } from '../client/general-options.ts'

export function projectCommand(): Command {
  return new Command('project').addCommand(
    withGeneralOptions(new Command('edit'))
      .argument('<type>', 'campaign, brand, …')
      .argument('<id>', 'of the project')
      .option('--mine', 'where somebody else changed the same meanwhile, your change counts')
      .description('change the data of a project in your editor (VISUAL or EDITOR)')
      .addHelpText(
        'after',
        '\nWhat others change meanwhile is kept. Your text is never lost: where it could not be sent,\nit stays in a file whose name is told.\n\nExample:\n  atelier project edit campaign 8d0f9a52-2c65-4b2c-9a8e-4a1f6f0f2a11',
      )
      .action(async (...args: [string, string, { mine?: boolean }, Command]) => {
        const { editProject } = await import('./edit-project.ts')
        await editProject(...args)
      }),
  )
}
