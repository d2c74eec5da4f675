import type { FirstStart } from './features/workspaces/bootstrap.ts'
import { version } from './version.ts'

export interface Banner {
  /** Undefined without the role api. */
  url: string | undefined
  /** The URL of the health port. */
  health: string | undefined
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
  const { url, health, database, first, welcome, demoNotes, startedAt } = told
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const lines = [`Atelier ${version} is ready after ${seconds} s`, '']
  if (url) {
    lines.push(`  URL         ${url}`, `  Console     ${url}/`)
    lines.push(`  Docs        ${url}/docs`)
  } else lines.push('  Role        worker (no API)')
  if (health) lines.push(`  Health      ${health}/readyz`)
  lines.push(`  Database    ${database}`, '')
  if (welcome) {
    lines.push(
      `To sign in as ${welcome.email}, set a password here (works once, expires in a day):`,
      '',
    )
    lines.push(`  ${welcome.link}`, '')
  }
  lines.push(...aboutKey(first, url))
  lines.push(...demoNotes, ...(demoNotes.length > 0 ? [''] : []))
  if (url) lines.push(...commandsToTry(url, first?.key ?? '$KEY'))
  lines.push('Press Ctrl-C to stop.')
  return `${lines.join('\n')}\n`
}

function aboutKey(first: FirstStart | undefined, url: string | undefined): string[] {
  if (first?.key) {
    const title = `API key of the owner (${first.email}). Save it now; it is shown only once:`
    return [title, '', `  ${first.key}`, '']
  }
  if (first) return ['The owner uses the API key from ATELIER_BOOTSTRAP_API_KEY.', '']
  if (!url) return []
  return ['Set KEY to your API key. To create a new key: npx atelier keys create', '']
}

function commandsToTry(url: string, key: string): string[] {
  return [
    'Two commands to try:',
    '',
    `  curl -H "Authorization: Api-Key ${key}" ${url}/api/v1/workspaces/current`,
    '',
    `  curl -H "Authorization: Api-Key ${key}" -H "Content-Type: application/json" \\`,
    `    -d '{"name":"Launch"}' ${url}/api/v1/workspaces/teamspaces`,
    '',
  ]
}
