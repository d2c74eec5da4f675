import { type Finding, ok, problem } from './check.ts'

const oldest = 24

/** The launcher already checks this; this is for people who bypass it. */
export function node(version: string, binary: string): Finding {
  const major = Number(version.slice(1).split('.')[0])
  if (major >= oldest) return ok(`${version}, ${binary}`)
  return problem(
    `${version} (${binary}) is too old: Atelier needs ${oldest} or newer.`,
    'Run "npm ci" without --omit=optional to install the right one, then run "npm start".',
  )
}
