import { compile, search } from '@jmespath-community/jmespath'
import { misused } from './errors.ts'

export type Query = (value: unknown) => unknown

/** Reads a JMESPath query. Numbers, true, false and null may stand without backticks. */
export function parseQuery(text: string): Query {
  const plain = text.replaceAll(bareLiteral, (found, operator, literal) =>
    literal === undefined ? found : `${operator}\`${literal}\``,
  )
  return failAsUsage(() => {
    requireQuotes(compile(plain))
    return (value) => failAsUsage(() => search(value as never, plain))
  })
}

/** A literal after an operator, unless it stands in quotes. */
const bareLiteral =
  /'[^']*'|"(?:\\.|[^"\\])*"|`[^`]*`|([=!<>]=?\s*)(-?\d+(?:\.\d+)?|true|false|null)\b/g

/** A comparison with a bare word would find nothing: the word is a field, not text. */
function requireQuotes(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const { type, right } = node as { type?: string; right?: { type?: string; name?: string } }
  if (type === 'Comparator' && right?.type === 'Field') {
    throw new Error(`put the text ${right.name} in single quotes.`)
  }
  for (const part of Object.values(node)) requireQuotes(part)
}

function failAsUsage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw misused(`--query: ${(error as Error).message}`)
  }
}
