import { Command } from 'commander'
import { notFound } from './errors.ts'
import { harmless, print } from './output.ts'
import { signOut } from './profiles/sign-out.ts'
import {
  changeProfiles,
  type Profile,
  readProfiles,
  type StoredProfiles,
} from './profiles/store.ts'
import { table } from './terminal/table.ts'

interface Options {
  json?: boolean
}

export function profilesCommand(): Command {
  return withJson(new Command('profiles'))
    .enablePositionalOptions()
    .addHelpText('after', '\nExample:\n  atelier profiles use default')
    .action(list)
    .addCommand(withJson(new Command('list')).description('list profiles').action(list))
    .addCommand(
      withJson(new Command('use').argument('<name>', 'profile name'))
        .description('switch to another profile')
        .action(use),
    )
    .addCommand(
      withJson(new Command('remove').argument('<name>', 'profile name'))
        .description('sign out and delete a profile')
        .action(remove),
    )
}

function withJson(command: Command): Command {
  return command.option('--json', 'print JSON')
}

async function list({ json }: Options): Promise<void> {
  const { current, profiles } = await readProfiles()
  const shown = Object.entries(profiles).map(([name, profile]) => ({
    name,
    is_current: name === current,
    url: profile.url,
    by: profile.key ? 'key' : 'browser',
    credential: hidden(profile),
    organization: profile.organization ?? null,
    space: profile.space ?? null,
  }))
  const rows = shown.map((one) => [
    `${one.is_current ? '*' : ' '} ${one.name}`,
    one.url,
    one.by,
    one.credential,
    [one.organization, one.space && `space ${one.space}`].filter(Boolean).join(', '),
  ])
  const text =
    rows.length === 0
      ? 'You are not signed in anywhere. Sign in with: atelier login --url <url>'
      : table([['  NAME', 'SERVER', 'BY', 'CREDENTIAL', 'LIMITED TO'], ...rows])
  print(json, shown, text)
}

/** The prefix of a key is no secret; a session is never shown. */
function hidden({ key, session }: Profile): string {
  if (key) return key.includes('.') ? `${key.split('.')[0]}.…` : '…'
  return session ? 'session' : ''
}

async function use(name: string, { json }: Options): Promise<void> {
  await changeProfiles((kept) => {
    requireProfile(kept, name)
    kept.current = name
  })
  print(json, { current: name }, `The current profile is "${harmless(name)}".`)
}

async function remove(name: string, { json }: Options): Promise<void> {
  requireProfile(await readProfiles(), name)
  const { text, data } = await signOut(name)
  print(json, data, text)
}

function requireProfile({ profiles }: StoredProfiles, name: string): void {
  if (Object.hasOwn(profiles, name)) return
  throw notFound(`There is no profile "${harmless(name)}". List profiles with: atelier profiles`)
}
