import { Command } from 'commander'
import { withGeneralOptions } from './client/general-options.ts'
import { listenCommand } from './webhooks/listen.ts'

/** The operations on webhooks are added to it. */
export function webhooksCommand(): Command {
  return withGeneralOptions(new Command('webhooks')).addCommand(listenCommand())
}
