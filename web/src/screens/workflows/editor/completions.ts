import { expressionBefore, expressionFields, namesAfter } from './expression-names.ts'
import { findJsonPlace, type JsonPlace } from './json-place.ts'
import {
  findSchema,
  type Schema,
  type SchemaPosition,
  schemaOfStep,
  type Vocabulary,
} from './step-schemas.ts'

export interface Suggestion {
  label: string
  detail: string
  info: string
  /** The text to insert. `#` marks where the cursor goes. */
  insert: string
  isRequired: boolean
}

export interface Suggestions {
  from: number
  to: number
  options: Suggestion[]
}

/** Suggests what a definition may contain at an offset, by the schemas of steps and operations. */
export function suggestCompletions(
  text: string,
  offset: number,
  words: Vocabulary,
): Suggestions | undefined {
  const place = findJsonPlace(text, offset)
  if (!place) return undefined
  if (place.kind === 'key') return suggestKeys(place, words)
  return suggestExpression(text, offset, place, words) ?? suggestValues(place, words)
}

function suggestKeys(place: JsonPlace, words: Vocabulary): Suggestions {
  const { schema } = findSchema(words, place.document, place.path)
  const { required = [] } = schema ?? {}
  const present = listKeys(place.path.reduce<unknown>(findChild, place.document))
  const options = Object.entries(listProperties(schema))
    .filter(([name]) => !present.has(name) || place.hasColon)
    .map(([name, one]) => ({
      label: name,
      detail: [describeType(one), required.includes(name) && 'required'].filter(Boolean).join(', '),
      info: one.description ?? '',
      insert: place.hasColon ? `"${name}"` : `"${name}": ${emptyValue(one)}`,
      isRequired: required.includes(name),
    }))
  return { from: place.from, to: place.to, options }
}

function suggestValues(place: JsonPlace, words: Vocabulary): Suggestions | undefined {
  const here = findSchema(words, place.document, place.path)
  const parent = findSchema(words, place.document, place.path.slice(0, -1))
  const isNewStep = parent.role === 'steps' && !place.isInString
  const options = isNewStep ? newSteps(words) : listValues(here)
  return options.length === 0 ? undefined : { from: place.from, to: place.to, options }
}

function suggestExpression(
  text: string,
  offset: number,
  place: JsonPlace,
  words: Vocabulary,
): Suggestions | undefined {
  if (!place.isInString) return undefined
  const isWhole = expressionFields.includes(String(place.path.at(-1)))
  const expression = expressionBefore(text.slice(place.from + 1, offset), isWhole)
  if (expression === undefined) return undefined
  const typed = /\w*$/.exec(expression)?.[0] ?? ''
  const options = namesAfter(expression, place.document, words).map(({ label, about }) => ({
    label,
    detail: about,
    info: '',
    insert: label,
    isRequired: false,
  }))
  return { from: offset - typed.length, to: offset, options }
}

function newSteps(words: Vocabulary): Suggestion[] {
  return Object.keys(words.schema.steps).map((type) => {
    const { required = [], properties = {}, description = '' } = schemaOfStep(words, { type })
    const others = required.filter((name) => name !== 'id' && name !== 'type')
    const fields = others.map(
      (name) => `"${name}": ${emptyValue(properties[name]).replace('#', '')}`,
    )
    const insert = `{ ${['"id": "#"', `"type": "${type}"`, ...fields].join(', ')} }`
    return { label: type, detail: 'step', info: description, insert, isRequired: false }
  })
}

function listValues({ schema }: SchemaPosition): Suggestion[] {
  const all = [schema, ...(schema?.anyOf ?? [])].filter((one) => one !== undefined)
  const found = all.flatMap((one) => [
    ...(one.choices ?? []).map(({ value, about }) => [value, about] as const),
    ...[...(one.enum ?? []), ...(one.const === undefined ? [] : [one.const])].map(plain),
    ...(one.type === 'boolean' ? [plain(true), plain(false)] : []),
  ])
  return found.map(([value, about]) => ({
    label: String(value),
    detail: '',
    info: about,
    insert: JSON.stringify(value),
    isRequired: false,
  }))
}

const plain = (value: unknown) => [value, ''] as const

function listProperties(schema: Schema | undefined): Record<string, Schema> {
  if (!schema) return {}
  const nested = (schema.anyOf ?? []).map(listProperties)
  return Object.assign({}, ...nested, schema.properties)
}

function describeType({ type, anyOf = [], enum: values, choices }: Schema): string {
  if (values || choices) return 'choice'
  if (type !== undefined) return [type].flat().join(' or ')
  return [...new Set(anyOf.map(describeType))].filter(Boolean).join(' or ')
}

function emptyValue(schema: Schema | undefined): string {
  const type = [schema?.type ?? schema?.anyOf?.[0]?.type].flat()[0]
  switch (type) {
    case 'string':
      return '"#"'
    case 'array':
      return '[#]'
    case 'object':
      return '{#}'
    default:
      return schema?.enum || schema?.choices ? '"#"' : '#'
  }
}

function listKeys(value: unknown): Set<string> {
  return new Set(typeof value === 'object' && value !== null ? Object.keys(value) : [])
}

function findChild(value: unknown, key: string | number): unknown {
  return (value as Record<string, unknown> | undefined)?.[key]
}
