import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { lazy } from '../lib/lazy.ts'
import { type FieldError, Problem } from './problem.ts'
import { timeFormats, useTimeFormats } from './time-formats.ts'

/** Listing every mistake of a large body could take seconds; then the first one must do. */
const listEverythingUpToBytes = 16_384
const maxErrorsListed = 20

/** A part of the request (body, querystring, params, headers) does not fit its schema. */
export class InvalidPart extends Problem {
  readonly httpPart: string

  constructor(httpPart: string, detail: string, errors: FieldError[]) {
    super('validation_failed', { detail, errors })
    this.httpPart = httpPart
  }
}

/**
 * Bodies are taken as they are: a number in quotes is not a number. Parameters come as text and are
 * turned into what the schema says.
 */
export function useValidators(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compileValidator(schema as object, httpPart ?? 'body'),
  )
  app.setSerializerCompiler(({ schema }) => replyWriter(schema as object))
}

/** Replies are ours, so the formats need not be checked again, only known. */
const knownFormats = Object.fromEntries(
  Object.keys(timeFormats)
    .filter((name) => name !== 'date' && name !== 'date-time')
    .map((name) => [name, true as const]),
)

/** By schema, so that several servers in one process share them, as in tests. */
const writers = new WeakMap<object, (value: unknown) => string>()

/** Writes replies: what the schema does not name does not leave. */
export function replyWriter(schema: object): (value: unknown) => string {
  return (value) => {
    const write = writers.get(schema) ?? fastJson(schema, { ajv: { formats: knownFormats } })
    writers.set(schema, write)
    return write(value)
  }
}

export type Validator = (value: unknown) => true | { error: Problem }

/**
 * Makes the checks of a part of a request; the value gets the schema's defaults on the way. Each is
 * compiled at its first use: all of them together take two seconds, at every start.
 */
export function compileValidator(schema: object, httpPart: string): Validator {
  return (value) => {
    const { first, all } = httpPart === 'body' ? bodies() : parameters()
    // Ajv keeps what it has compiled, by schema.
    const validate = first.compile(schema)
    if (validate(value)) return true
    const small = JSON.stringify(value ?? null).length <= listEverythingUpToBytes
    const errors = small ? errorsOf(all.compile(schema), value) : errorsOf(validate)
    return { error: toProblem(httpPart, errors) }
  }
}

const bodies = lazy(() => validators({}))
const parameters = lazy(() => validators({ coerceTypes: 'array' }))

function validators(options: { coerceTypes?: 'array' }) {
  // Verbose, so that a message can say what the schema would have taken.
  const usual = {
    strict: false,
    useDefaults: true,
    removeAdditional: false,
    verbose: true,
  } as const
  const shared = { ...usual, ...options }
  const first = new Ajv2020(shared)
  const all = new Ajv2020({ ...shared, allErrors: true })
  for (const ajv of [first, all]) {
    formats.default(ajv)
    useTimeFormats(ajv)
  }
  return { first, all }
}

function errorsOf(validate: ValidateFunction, value?: unknown): ErrorObject[] {
  if (value !== undefined) validate(value)
  return (validate.errors ?? []).slice(0, maxErrorsListed)
}

function toProblem(httpPart: string, errors: ErrorObject[]): Problem {
  const fields = errors
    // `anyOf` reports each branch and then itself; "must match a schema in anyOf" helps nobody.
    .filter((error, _, all) => all.length === 1 || !['anyOf', 'oneOf'].includes(error.keyword))
    .map(toFieldError)
  const first = fields[0]
  const where = first?.path === '' ? httpPart : first?.path
  return new InvalidPart(httpPart, `${where}: ${first?.message}`, fields)
}

function toFieldError(error: ErrorObject): FieldError {
  const base = error.instancePath.slice(1).replaceAll('/', '.')
  const child = error.params.missingProperty ?? error.params.additionalProperty
  const path = child === undefined ? base : base === '' ? child : `${base}.${child}`
  return { path, message: sentence(error) }
}

function sentence({ keyword, params, parentSchema = {}, message }: ErrorObject): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`
  if (keyword === 'additionalProperties') {
    return `is not taken here; there are ${Object.keys(parentSchema.properties ?? {}).join(', ')}`
  }
  if (keyword === 'format' && Object.hasOwn(timeFormats, params.format)) {
    return `must be ${timeFormats[params.format]?.words}`
  }
  return message ?? 'is not valid'
}
