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
    `  Address     ${address}`,
    `  Console     ${address}/`,
    `  Reference   ${address}/docs`,
    `  Database    ${database}`,
    '',
  ]
  if (welcome) {
    lines.push(`To sign in as ${welcome.email}, choose a password here (once, within a day):`, '')
    lines.push(`  ${welcome.link}`, '')
  }
  if (first?.key) {
    lines.push(`The owner's API key (${first.email}). It is shown this once, so keep it:`, '')
    lines.push(`  ${first.key}`, '')
  } else if (first) {
    lines.push('The owner has the API key of ATELIER_BOOTSTRAP_API_KEY.', '')
  } else {
    lines.push('Put your API key into KEY. To make another one: npx atelier keys create', '')
  }
  lines.push(...demoNotes, ...(demoNotes.length > 0 ? [''] : []))
  lines.push('Two commands to try:', '')
  lines.push(`  curl -H "Authorization: Api-Key ${key}" ${address}/api/v1/workspaces/current`, '')
  lines.push(`  curl -H "Authorization: Api-Key ${key}" -H "Content-Type: application/json" \\`)
  lines.push(`    -d '{"name":"Launch"}' ${address}/api/v1/workspaces/teamspaces`, '')
  lines.push('Ctrl-C stops it.')
  return `${lines.join('\n')}\n`
}
