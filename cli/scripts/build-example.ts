import type { Described, Parameter } from '../../sdk/scripts/document.ts'
import type { Field, Param } from '../src/operations/spec.ts'

/** For operations that have no example because they have no path in the document. */
const examplesByHand: Record<string, string[]> = {
  uploadAsset: ['photo.jpg'],
  downloadFile: ['<link>', '--output', 'photo.jpg'],
  uploadFile: ['<link>', 'photo.jpg'],
  answerByLink: ['WzEs…', '--body', 'value=approved'],
  receiveFromDiscord: ['3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64', '--body', '{}'],
  receiveFromSlack: ['3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64', '--body', '{}'],
  receiveFromTelegram: ['3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64', '--body', '{}'],
  receiveHook: ['ath_…', '--body', '{}'],
  receiveHookByPatch: ['ath_…', '--body', '{}'],
  receiveHookByPut: ['ath_…', '--body', '{}'],
  receiveInboundMail: ['generic', '--body', '{}'],
  receiveProviderCallback: ['assemblyai', 'kL9…', '--body', '{}'],
  unsubscribe: ['WzEs…', '--body', 'List-Unsubscribe=One-Click'],
}

/** The document's example of an operation, as command line arguments. */
export function buildExample(operation: Described, params: Param[], fields: Field[]): string[] {
  const byHand = examplesByHand[operation.operationId]
  if (byHand) return byHand
  const given = exampleParameters(operation)
  const body = operation.requestBody?.content['application/json'] as
    | { example?: Record<string, unknown> }
    | undefined
  const words = params.map(({ name }) => String(given[name] ?? `<${name}>`))
  for (const field of fields) {
    const value = field.in === 'body' ? body?.example?.[field.name] : given[field.name]
    if (value !== undefined) words.push(...writeWords(field, value))
  }
  return words
}

function exampleParameters({ parameters }: Described): Record<string, unknown> {
  return Object.fromEntries(
    (parameters as (Parameter & { example?: unknown })[]).map(({ name, example }) => [
      name,
      example,
    ]),
  )
}

function writeWords({ flag, types }: Field, value: unknown): string[] {
  if (value === true) return [`--${flag}`]
  if (value === false) return [`--no-${flag}`]
  const isList = Array.isArray(value) && types?.includes('array')
  const areWords = isList && value.every((one) => typeof one === 'string' && !/^[[{\d"]/.test(one))
  if (areWords && value.length > 0) return value.flatMap((one) => [`--${flag}`, one])
  return [`--${flag}`, typeof value === 'string' ? value : JSON.stringify(value)]
}
