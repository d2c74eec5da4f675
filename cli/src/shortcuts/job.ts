import { Command } from 'commander'
import { withGeneralOptions } from '../client/general-options.ts'

/** The operations on jobs are added to it. The API calls them tasks. */
export function jobCommand(): Command {
  return withGeneralOptions(new Command('job')).addHelpText(
    'after',
    '\nExample:\n  atelier job list --status PENDING',
  )
}
