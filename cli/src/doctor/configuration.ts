import { type Config, ConfigError, readConfig } from '@atelier/server/config.ts'
import { type Finding, ok, problem } from './check.ts'

type Env = Record<string, string | undefined>

/** The valid settings, and the names of the invalid ones. */
export interface Settings {
  config: Config
  wrong: ReadonlySet<string>
}

/** An invalid DATABASE_URL still shows that an external PostgreSQL is intended. */
export function usesEmbedded({ config, wrong }: Settings): boolean {
  return !config.databaseUrl && !wrong.has('DATABASE_URL')
}

/** If there are mistakes, the settings come from the rest of the environment. */
export function readSettings(env: Env): { settings: Settings; finding: Finding } {
  try {
    const config = readConfig(env)
    return { settings: { config, wrong: new Set() }, finding: ok(whatIsSet(env)) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const { mistakes } = error
    // Every mistake starts with the name of its setting.
    const wrong = new Set(mistakes.map((mistake) => mistake.split(' ')[0] as string))
    const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name)))
    const count = mistakes.length === 1 ? '' : `${mistakes.length} mistakes:\n`
    const finding = problem(
      `${count}${mistakes.map((mistake) => `${mistake}.`).join('\n')}`,
      `Correct ${mistakes.length === 1 ? 'it' : 'them'} in the environment of the server. ` +
        'See docs/configuration.md for all settings.',
    )
    return { settings: { config: readConfig(rest), wrong }, finding }
  }
}

function whatIsSet(env: Env): string {
  const names = Object.keys(env).filter(
    (name) => env[name] && /^(ATELIER_.*|PORT|DATABASE_URL|REDIS_URL)$/.test(name),
  )
  if (names.length === 0) return 'no mistakes; nothing is set'
  return `no mistakes; set: ${names.sort().join(', ')}`
}
