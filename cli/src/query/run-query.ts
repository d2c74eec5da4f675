import type { Step } from './parse-query.ts'

/** Selects a part of a value. A missing field is null, as in JMESPath. */
export function runQuery(steps: Step[], value: unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value ?? null
  switch (step.kind) {
    case 'field':
      return runQuery(rest, memberOf(value, step.name))
    case 'index':
      return runQuery(rest, Array.isArray(value) ? value.at(step.at) : null)
    case 'pipe':
      return runQuery(rest, value)
    case 'list':
      if (value === null || value === undefined) return null
      return runQuery(
        rest,
        step.items.map((item) => runQuery(item, value)),
      )
    case 'object':
      if (value === null || value === undefined) return null
      return runQuery(
        rest,
        Object.fromEntries(step.members.map(([name, path]) => [name, runQuery(path, value)])),
      )
    case 'each':
      return project(entriesOf(value), rest)
    case 'filter':
      return project(
        entriesOf(value)?.filter((entry) => matches(step, entry)),
        rest,
      )
  }
}

/** The rest applies to each entry, up to a pipe; nulls are dropped. */
function project(entries: unknown[] | undefined, rest: Step[]): unknown {
  if (entries === undefined) return null
  const end = rest.findIndex(({ kind }) => kind === 'pipe')
  const own = end < 0 ? rest : rest.slice(0, end)
  const found = entries.map((entry) => runQuery(own, entry)).filter((one) => one !== null)
  const hasInner = own.some(({ kind }) => kind === 'each' || kind === 'filter')
  const flat = hasInner ? found.flat() : found
  return end < 0 ? flat : runQuery(rest.slice(end), flat)
}

function entriesOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? Object.values(value) : undefined
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null
}

function matches({ path, is, value }: Step & { kind: 'filter' }, entry: unknown): boolean {
  const found = runQuery(path, entry)
  if (is === '==') return found === value
  if (is === '!=') return found !== value
  if (typeof found !== 'number' || typeof value !== 'number') {
    if (typeof found !== 'string' || typeof value !== 'string') return false
  }
  const [a, b] = [found as number, value as number]
  return is === '<' ? a < b : is === '>' ? a > b : is === '<=' ? a <= b : a >= b
}
