import { Command } from 'commander'
import { printJson } from './output.ts'

/** For people who get no email from the server, or no longer have the link. */
export function verifyEmailCommand(): Command {
  return new Command('verify-email')
    .argument('<email or id>', 'email of a person with an account, or the id of the user')
    .option('--json', 'print JSON')
    .action(verify)
}

async function verify(emailOrId: string, { json }: { json?: boolean }): Promise<void> {
  const { verifyEmailOfPerson } = await import('@atelier/server/features/auth/verify-email.ts')
  const { withInstallation } = await import('./with-installation.ts')
  const verified = await withInstallation('verify-email', (deps) =>
    verifyEmailOfPerson(deps, emailOrId),
  )
  if (json) return printJson(verified)
  process.stdout.write(`${verified.email} is verified for the user ${verified.user_id}.\n`)
}
