import { Command } from 'commander'
import { requireConnection } from './client/connection.ts'
import { readGeneral, withGeneralOptions } from './client/general-options.ts'
import { print } from './output.ts'
import { whoIs } from './profiles/who.ts'
import { record } from './terminal/record.ts'

export function whoamiCommand(): Command {
  return withGeneralOptions(new Command('whoami'))
    .addHelpText('after', '\nExample:\n  atelier whoami')
    .action(whoami)
}

async function whoami(_options: unknown, command: Command): Promise<void> {
  const given = readGeneral(command)
  const connection = await requireConnection(given)
  const who = await whoIs(connection)
  const { baseUrl: server, profile = null } = connection
  const by = connection.apiKey ? 'API key' : 'session'
  const data = { server, profile, by, user: who?.user ?? null, workspace: who?.workspace ?? null }
  const user = who?.user
  const shown = {
    server,
    ...(profile !== null && { profile }),
    by,
    ...(user && {
      user: `${[user.first_name, user.last_name].filter(Boolean).join(' ')} <${user.email}>`.trim(),
      workspace: `${who.workspace.name} (${who.workspace.slug})`,
      teamspaces: who.teamspaces.map(({ name }) => name),
    }),
  }
  const note = who ? '' : '\nThis credential may not read its user and workspace (workspaces:read).'
  print(given.json, data, record(shown) + note)
}
