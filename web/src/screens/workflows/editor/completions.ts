import { expressionBefore, expressionFields, namesAfter } from './expression-names.ts'
import { type JsonPlace, jsonPlaceAt } from './json-place.ts'
import {
  type Schema,
  type SchemaPosition,
  schemaAt,
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
export function suggestAt(
  text: string,
  offset: number,
  words: Vocabulary,
): Suggestions | undefined {
  const place = jsonPlaceAt(text, offset)
  if (!place) return undefined
  if (place.kind === 'key') return keysAt(place, words)
  return expressionAt(text, offset, place, words) ?? valuesAt(place, words)
}

function keysAt(place: JsonPlace, words: Vocabulary): Suggestions {
  const { schema } = schemaAt(words, place.document, place.path)
  const { required = [] } = schema ?? {}
  const present = keysOf(place.path.reduce<unknown>(childOf, place.document))
  const options = Object.entries(propertiesOf(schema))
    .filter(([name]) => !present.has(name) || place.hasColon)
    .map(([name, one]) => ({
      label: name,
      detail: [typeOf(one), required.includes(name) && 'required'].filter(Boolean).join(', '),
      info: one.description ?? '',
      insert: place.hasColon ? `"${name}"` : `"${name}": ${emptyValue(one)}`,
      isRequired: required.includes(name),
    }))
  return { from: place.from, to: place.to, options }
}

function valuesAt(place: JsonPlace, words: Vocabulary): Suggestions | undefined {
  const here = schemaAt(words, place.document, place.path)
  const parent = schemaAt(words, place.document, place.path.slice(0, -1))
  const isNewStep = parent.role === 'steps' && !place.isInString
  const options = isNewStep ? newSteps(words) : valuesOf(here)
  return options.length === 0 ? undefined : { from: place.from, to: place.to, options }
}

function expressionAt(
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

function valuesOf({ schema }: SchemaPosition): Suggestion[] {
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

function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  if (!schema) return {}
  const nested = (schema.anyOf ?? []).map(propertiesOf)
  return Object.assign({}, ...nested, schema.properties)
}

function typeOf({ type, anyOf = [], enum: values, choices }: Schema): string {
  if (values || choices) return 'choice'
  if (type !== undefined) return [type].flat().join(' or ')
  return [...new Set(anyOf.map(typeOf))].filter(Boolean).join(' or ')
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

function keysOf(value: unknown): Set<string> {
  return new Set(typeof value === 'object' && value !== null ? Object.keys(value) : [])
}

function childOf(value: unknown, key: string | number): unknown {
  return (value as Record<string, unknown> | undefined)?.[key]
}
