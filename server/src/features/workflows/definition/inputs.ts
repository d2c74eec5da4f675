import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FieldError } from '../../../http/problem.ts'

/** Says what is wrong with an input, and fills in the defaults. */
export type InputsValidator = (input: object) => FieldError[]

/** A schema that a caller wrote must not make the server think for long. */
const longestSchema = 20_000

const kept = new WeakMap<object, InputsValidator>()

/** The same for a schema that is kept: to compile one takes longer than all else of a start. */
export function keptInputsValidator(schema: object): InputsValidator {
  const validator = kept.get(schema) ?? inputsValidator(schema)
  kept.set(schema, validator)
  return validator
}

/** Throws when it is no JSON Schema. Compiled apart from ours, so that its names meet no other's. */
export function inputsValidator(schema: object): InputsValidator {
  const text = JSON.stringify(schema)
  if (text.length > longestSchema) throw new Error(`it is longer than ${longestSchema} characters`)
  const unsupported = findUnsupported(schema)
  if (unsupported) throw new Error(`${unsupported} is not supported`)
  const ajv = new Ajv2020({
    strict: false,
    useDefaults: true,
    allErrors: true,
    addUsedSchema: false,
  })
  formats.default(ajv)
  const validate = ajv.compile(schema)
  return (input) => {
    if (validate(input)) return []
    return (validate.errors ?? [])
      .slice(0, 20)
      .map(({ instancePath, params, keyword, message }) => {
        const base = `input${instancePath.replaceAll('/', '.')}`
        const missing = params.missingProperty ?? params.additionalProperty
        const path = missing === undefined ? base : `${base}.${missing}`
        return {
          path,
          message: keyword === 'required' ? 'is required' : (message ?? 'is not valid'),
        }
      })
  }
}

/** Regular expressions can be made to take for ever, and references to lead in circles. */
const refused = ['$ref', '$dynamicRef', 'pattern', 'patternProperties']

function findUnsupported(schema: unknown, areNames = false): string | undefined {
  if (schema === null || typeof schema !== 'object') return undefined
  for (const [key, value] of Object.entries(schema)) {
    if (!areNames && refused.includes(key)) return key
    const found = findUnsupported(value, !areNames && key === 'properties')
    if (found) return found
  }
  return undefined
}
