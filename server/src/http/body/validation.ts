import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { lazy } from '../../lib/lazy.ts'
import { type FieldError, Problem } from '../problem.ts'
import { commaList, dropNulls, normalizeQuery } from './absent-values.ts'
import { timeFormats, useTimeFormats } from './time-formats.ts'
import { validationWords } from './validation-words.ts'

/** Listing every error of a large body could take seconds, so only the first is reported. */
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
 * Bodies are not coerced: a number in quotes is not a number. Parameters arrive as text and are
 * converted to the schema's types.
 */
export function useValidators(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compileValidator(schema as object, httpPart ?? 'body'),
  )
  app.setSerializerCompiler(({ schema }) => replyWriter(schema as object))
}

/** We write replies ourselves, so formats must only be known, not checked again. */
const knownFormats = Object.fromEntries(
  Object.keys(timeFormats)
    .filter((name) => name !== 'date' && name !== 'date-time')
    .map((name) => [name, true as const]),
)

/** Keyed by schema, so several servers in one process share them, as in tests. */
const writers = new WeakMap<object, (value: unknown) => string>()

/** Writes replies. Fields that the schema does not name are never sent. */
export function replyWriter(schema: object): (value: unknown) => string {
  return (value) => {
    const write = writers.get(schema) ?? fastJson(schema, { ajv: { formats: knownFormats } })
    writers.set(schema, write)
    return write(value)
  }
}

export type Validator = (value: unknown) => true | { error: Problem }

/**
 * Creates the validator for a part of a request. Validating first removes values that mean absent,
 * and fills in the schema's defaults.
 * Each is compiled on first use: compiling all of them takes two seconds at every start.
 */
export function compileValidator(schema: object, httpPart: string): Validator {
  return (value) => {
    const { first, all } = httpPart === 'body' ? bodies() : parameters()
    if (httpPart === 'body') dropNulls(schema, value)
    if (httpPart === 'querystring') normalizeQuery(schema, value as Record<string, unknown>)
    // Ajv caches compiled schemas.
    const validate = first.compile(schema)
    if (validate(value)) return true
    const small = JSON.stringify(value ?? null).length <= listEverythingUpToBytes
    const errors = small ? findErrors(all.compile(schema), value) : findErrors(validate)
    return { error: toProblem(httpPart, errors) }
  }
}

const bodies = lazy(() => validators({}))
const parameters = lazy(() => validators({ coerceTypes: 'array' }))

function validators(options: { coerceTypes?: 'array' }) {
  // Verbose, so that messages can say what the schema accepts.
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
    ajv.addFormat(commaList, true)
  }
  return { first, all }
}

function findErrors(validate: ValidateFunction, value?: unknown): ErrorObject[] {
  if (value !== undefined) validate(value)
  return (validate.errors ?? []).slice(0, maxErrorsListed)
}

function toProblem(httpPart: string, errors: ErrorObject[]): Problem {
  const fields = errors
    // `anyOf` reports each branch and then itself; "must match a schema in anyOf" helps nobody.
    .filter((error, _, all) => all.length === 1 || !['anyOf', 'oneOf'].includes(error.keyword))
    .filter((error, _, all) => !isNullBranch(error) || !hasOther(all, error))
    .map(toFieldError)
  const first = fields[0]
  const where = first?.path === '' ? httpPart : first?.path
  return new InvalidPart(httpPart, `${where}: ${first?.message}`, fields)
}

/** A field that may be null: "must be null" is no help if it has a value. */
function isNullBranch({ keyword, params }: ErrorObject): boolean {
  return keyword === 'type' && params.type === 'null'
}

function hasOther(all: ErrorObject[], error: ErrorObject): boolean {
  return all.some((other) => other !== error && other.instancePath === error.instancePath)
}

function toFieldError(error: ErrorObject): FieldError {
  const base = error.instancePath.slice(1).replaceAll('/', '.')
  const child = error.params.missingProperty ?? error.params.additionalProperty
  const path = child === undefined ? base : base === '' ? child : `${base}.${child}`
  return { path, message: validationWords(error) }
}
