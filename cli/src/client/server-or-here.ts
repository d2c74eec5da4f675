import { type Command, Option } from 'commander'
import { connect, findConnection } from './connection.ts'
import { type GeneralOptions, readGeneral, withGeneralOptions } from './general-options.ts'

/** For commands that can run on a server or on this machine. */
export function withServerOrHere(command: Command): Command {
  return withGeneralOptions(
    command.addOption(
      new Option('--here', 'run on this machine, even if you are signed in to a server'),
    ),
  )
}

/** The server that does the work; undefined if this machine does. */
export async function chooseServer(command: Command) {
  const given = readGeneral(command)
  if (command.opts<{ here?: boolean }>().here || !(await isServerMeant(given))) return undefined
  return connect(given)
}

/** A key alone doesn't say which server. */
async function isServerMeant(given: GeneralOptions): Promise<boolean> {
  if (given.url !== undefined || given.profile !== undefined || process.env.ATELIER_URL) return true
  return (await findConnection({ ...given }))?.profile !== undefined
}
