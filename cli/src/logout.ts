import { Command } from 'commander'
import { notSignedIn } from './errors.ts'
import { print } from './output.ts'
import { signOut } from './profiles/sign-out.ts'
import { readProfiles } from './profiles/store.ts'

export function logoutCommand(): Command {
  return new Command('logout')
    .option('--profile <name>', 'profile name (default: the current one)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  atelier logout')
    .action(logout)
}

async function logout(options: { profile?: string; json?: boolean }): Promise<void> {
  const { current, profiles } = await readProfiles()
  const name = options.profile ?? (process.env.ATELIER_PROFILE || current)
  if (!name || !Object.hasOwn(profiles, name)) {
    throw notSignedIn(name ? `There is no profile "${name}".` : 'You are not signed in.')
  }
  const { text, data } = await signOut(name)
  print(options.json, data, text)
}
