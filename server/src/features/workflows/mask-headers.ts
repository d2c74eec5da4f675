import type { Definition } from './definition/definition.ts'
import { everyStep } from './definition/find-step.ts'

export const mask = '•••'

const secretNames = /^((proxy-)?authorization|(set-)?cookie)$|token|secret|key/i

/** A definition without the secrets in the headers of its external requests. */
export function maskDefinition(definition: Definition): Definition {
  const copy = structuredClone(definition)
  for (const step of everyStep(copy.steps)) {
    if (step.type === 'http' && step.headers) step.headers = maskHeaders(step.headers)
  }
  return copy
}

/** The input or output of a run or a step, with the secrets in its `headers` masked. */
export function maskNestedHeaders(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('headers' in value)) return value
  const { headers } = value
  if (headers === null || typeof headers !== 'object') return value
  return { ...value, headers: maskHeaders(headers) }
}

function maskHeaders(headers: object): Record<string, string> {
  const entries = Object.entries(headers)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, secretNames.test(name) ? mask : value]),
  )
}
