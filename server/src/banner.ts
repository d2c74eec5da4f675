import type { FirstStart } from './features/workspaces/bootstrap.ts'
import { version } from './version.ts'

export interface Banner {
  address: string
  database: string
  first: FirstStart | undefined
  /** Set if the owner has no password yet. */
  welcome: { email: string; link: string } | undefined
  demoNotes: string[]
  /** Timestamp from `performance.now()`. */
  startedAt: number
}

/** The startup message: the server's URL, how to sign in, and commands to try. */
export function banner(told: Banner): string {
  const { address, database, first, welcome, demoNotes, startedAt } = told
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const key = first?.key ?? '$KEY'
  const lines = [
    `Atelier ${version} is ready after ${seconds} s`,
    '',
    `  URL         ${address}`,
    `  Console     ${address}/`,
    `  Reference   ${address}/docs`,
    `  Database    ${database}`,
    '',
  ]
  if (welcome) {
    lines.push(
      `To sign in as ${welcome.email}, set a password here (works once, expires in a day):`,
      '',
    )
    lines.push(`  ${welcome.link}`, '')
  }
  if (first?.key) {
    lines.push(`API key of the owner (${first.email}). Save it now; it is shown only once:`, '')
    lines.push(`  ${first.key}`, '')
  } else if (first) {
    lines.push('The owner uses the API key from ATELIER_BOOTSTRAP_API_KEY.', '')
  } else {
    lines.push('Set KEY to your API key. To create a new key: npx atelier keys create', '')
  }
  lines.push(...demoNotes, ...(demoNotes.length > 0 ? [''] : []))
  lines.push('Two commands to try:', '')
  lines.push(`  curl -H "Authorization: Api-Key ${key}" ${address}/api/v1/workspaces/current`, '')
  lines.push(`  curl -H "Authorization: Api-Key ${key}" -H "Content-Type: application/json" \\`)
  lines.push(`    -d '{"name":"Launch"}' ${address}/api/v1/workspaces/teamspaces`, '')
  lines.push('Press Ctrl-C to stop.')
  return `${lines.join('\n')}\n`
}
