import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { FieldError } from '../problem.ts'
import { countParts, inputFormats, measureSchema } from './input-schema.ts'
import { validationWords } from './validation-words.ts'

/** Returns the errors of an input, and fills in the defaults. */
export type InputsValidator = (input: object) => FieldError[]

/** A schema written by a caller must not keep the server busy for long. */
const longestSchema = 20_000
/** Comparisons for one input: at most about 50 ms. */
const maxChecks = 2_000_000
/** An input with its defaults, in characters of JSON. */
const maxValueCharacters = 1024 * 1024
/** Up to this input size, every error is listed; beyond it, only the first. */
const maxPartsToList = 500

/** The most recently used validators, by the text of their schema. */
const kept = new Map<string, InputsValidator>()
const maxKept = 100

/** The validator of a schema, cached while in use: compiling takes far longer than checking. */
export function keptInputsValidator(schema: object): InputsValidator {
  const text = JSON.stringify(schema)
  const validator = kept.get(text) ?? inputsValidator(schema)
  kept.delete(text)
  kept.set(text, validator)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return validator
}

/** Throws if the schema is not valid JSON Schema, or not supported. */
export function inputsValidator(schema: object): InputsValidator {
  const text = JSON.stringify(schema)
  if (text.length > longestSchema) throw new Error(`it is longer than ${longestSchema} characters`)
  const size = measureSchema(schema)
  const first = compile(firstOnly, schema)
  let all: ReturnType<typeof compile> | undefined
  return (input) => {
    const parts = countParts(input)
    if (parts * size.checks > maxChecks) return tooMuch('is too large for the inputs schema')
    if (parts * size.defaultCharacters > maxValueCharacters) {
      return tooMuch('is too large once the defaults are filled in')
    }
    if (first(input)) return []
    if (parts > maxPartsToList) return listErrors(first)
    all ??= compile(listing, schema)
    all(input)
    return listErrors(all)
  }
}

const [firstOnly, listing] = [false, true].map((allErrors) => {
  const ajv = new Ajv2020({ strict: false, useDefaults: true, allErrors, addUsedSchema: false })
  for (const [name, check] of Object.entries(inputFormats)) ajv.addFormat(name, check)
  return ajv
}) as [Ajv2020, Ajv2020]

function compile(ajv: Ajv2020, schema: object) {
  const validate = ajv.compile(schema)
  // Otherwise Ajv keeps it for the lifetime of the process.
  ajv.removeSchema(schema)
  return validate
}

function listErrors({ errors }: ReturnType<typeof compile>): FieldError[] {
  return (errors ?? []).slice(0, 20).map(toFieldError)
}

function tooMuch(message: string): FieldError[] {
  return [{ path: 'input', message }]
}

function toFieldError(error: ErrorObject): FieldError {
  const { instancePath, params } = error
  const base = `input${instancePath.replaceAll('/', '.')}`
  const missing = params.missingProperty ?? params.additionalProperty
  const path = missing === undefined ? base : `${base}.${missing}`
  return { path, message: validationWords(error) }
}
