import { Command } from 'commander'
import { printJson } from './output.ts'

/** For people who can't sign in and get no email: the operator of the server lets them in. */
export function signInLinkCommand(): Command {
  return new Command('sign-in-link')
    .argument('<email or id>', 'email or id of a person with an account')
    .option('--json', 'print JSON')
    .action(makeLink)
}

async function makeLink(email: string, { json }: { json?: boolean }): Promise<void> {
  const { createLinkForPerson } = await import('@atelier/server/features/auth/create-link.ts')
  const { withInstallation } = await import('./with-installation.ts')
  const made = await withInstallation('sign-in-link', (deps) => createLinkForPerson(deps, email))
  if (json) return printJson(made)
  // Prints only the link on standard output, so that it can be passed on as is.
  process.stdout.write(`${made.link}\n`)
  process.stderr.write(
    `\nAnyone with this link can set the password of ${made.email} and sign in. It works once, until ${made.expires_at.toISOString()}.\n`,
  )
}
