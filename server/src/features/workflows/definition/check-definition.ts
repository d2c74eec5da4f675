import { inputsValidator } from '../../../http/body/inputs-validator.ts'
import { timeFormats } from '../../../http/body/time-formats.ts'
import { compileValidator, type Validator } from '../../../http/body/validation.ts'
import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Operation } from '../../../http/operation.ts'
import { type FieldError, Problem } from '../../../http/problem.ts'
import { isDayOrInstant } from '../../../lib/times.ts'
import { realPattern, whyNoEvent } from '../events-for-expressions.ts'
import { mask } from '../mask-headers.ts'
import { whyUnusable } from '../triggers/trigger-scope.ts'
import type {
  CallStep,
  Definition,
  HttpStep,
  Step,
  WaitForEventStep,
  WaitStep,
} from './definition.ts'
import { checkExpression, ExpressionError, findExpressions } from './expressions.ts'
import { documentSchema, stepSchemas } from './step-schemas.ts'

/** A longer definition is a program and should be written as one. */
export const longestDefinition = 256 * 1024
export const maxSteps = 200
const deepestSteps = 8
const maxErrors = 20
/** Each is parsed and checked immediately; ten per step are plenty. */
export const maxExpressions = 2000
/**
 * Reserved words of the expression language; expressions could not refer to a step with such a
 * name.
 */
const words = [
  ...['as', 'break', 'const', 'continue', 'else', 'false', 'for', 'function', 'if', 'import', 'in'],
  ...['let', 'loop', 'null', 'package', 'namespace', 'return', 'true', 'var', 'void', 'while'],
]
const reserved = ['inputs', 'steps', 'run', 'index', ...words]

const checks = new Map<string, Validator>()

/** Compiled on first use: a process that only runs workers never checks a document. */
function findValidator(name: 'document' | Step['type']): Validator {
  const schema = name === 'document' ? documentSchema : stepSchemas[name]
  const check = checks.get(name) ?? compileValidator(schema, 'body')
  checks.set(name, check)
  return check
}

function isStepType(type: unknown): type is Step['type'] {
  return typeof type === 'string' && Object.hasOwn(stepSchemas, type)
}

/** The context of an expression: the steps it may refer to, and the names that loops define. */
interface ExpressionContext {
  earlier: Set<string>
  names: string[]
  depth: number
}

/**
 * Returns all errors in a document, each with its path. Templates are checked as far as possible
 * without their values.
 */
export function checkDefinition(
  document: unknown,
  caller: OperationCaller,
): { definition: Definition } | { errors: FieldError[] } {
  if (JSON.stringify(document).length > longestDefinition) {
    const message = `is longer than ${longestDefinition} characters`
    return { errors: [{ path: 'definition', message }] }
  }
  // The checks fill in defaults, but the document is stored as it was sent.
  const copy = structuredClone(document)
  const checked = findValidator('document')(copy)
  if (checked !== true) return { errors: at('definition', checked.error) }
  const definition = copy as Definition
  const check = new Check(caller)
  check.inputs(definition.inputs)
  const place = { earlier: new Set<string>(), names: [], depth: 1 }
  check.steps(definition.steps, 'definition.steps', place)
  check.templates(definition.output, 'definition.output', place)
  if (check.errors.length > 0) return { errors: check.errors }
  return { definition: document as Definition }
}

/** The problem's own errors, with paths relative to the whole document. */
function at(path: string, { errors, detail }: Problem): FieldError[] {
  return (errors ?? [{ path: '', message: detail }]).map((error) => ({
    path: error.path === '' ? path : `${path}.${error.path}`,
    message: error.message,
  }))
}

interface PartSchema {
  properties?: Record<string, { default?: unknown }>
  required?: string[]
}

class Check {
  readonly errors: FieldError[] = []
  readonly #caller: OperationCaller
  readonly #ids = new Map<string, string>()
  #expressions = 0

  constructor(caller: OperationCaller) {
    this.#caller = caller
  }

  #fail(path: string, message: string): void {
    if (this.errors.length < maxErrors) this.errors.push({ path, message })
  }

  inputs(schema: object | undefined): void {
    if (!schema) return
    try {
      inputsValidator(schema)
    } catch (error) {
      this.#fail('definition.inputs', `is not a JSON Schema: ${(error as Error).message}`)
    }
  }

  steps(steps: readonly unknown[], path: string, place: ExpressionContext): void {
    if (place.depth > deepestSteps) {
      this.#fail(path, `is nested deeper than ${deepestSteps} levels`)
      return
    }
    for (const [index, step] of steps.entries()) this.#step(step, `${path}.${index}`, place)
  }

  #step(value: unknown, path: string, place: ExpressionContext): void {
    const type = (value as { type?: unknown } | null)?.type
    if (!isStepType(type)) {
      const known = Object.keys(stepSchemas).join(', ')
      this.#fail(`${path}.type`, `must be one of ${known}`)
      return
    }
    const checked = findValidator(type)(value)
    if (checked !== true) {
      for (const error of at(path, checked.error)) this.#fail(error.path, error.message)
      return
    }
    const step = value as Step
    this.#id(step.id, path)
    this.#inside(step, path, place)
    place.earlier.add(step.id)
  }

  #id(id: string, path: string): void {
    const other = this.#ids.get(id)
    if (words.includes(id)) this.#fail(`${path}.id`, `${id} is reserved in expressions`)
    if (other !== undefined) this.#fail(`${path}.id`, `is already the id of ${other}`)
    else this.#ids.set(id, path)
    if (this.#ids.size > maxSteps) this.#fail(path, `there are more than ${maxSteps} steps`)
  }

  #inside(step: Step, path: string, place: ExpressionContext): void {
    const deeper = { ...place, depth: place.depth + 1 }
    switch (step.type) {
      case 'branch': {
        for (const [index, { when, steps }] of step.cases.entries()) {
          this.#expression(when, `${path}.cases.${index}.when`, place)
          this.steps(steps, `${path}.cases.${index}.steps`, deeper)
        }
        this.steps(step.else ?? [], `${path}.else`, deeper)
        return
      }
      case 'parallel': {
        const ends = Object.entries(step.branches).map(([name, steps]) => {
          const own = { ...deeper, earlier: new Set(place.earlier) }
          this.steps(steps, `${path}.branches.${name}`, own)
          return own.earlier
        })
        for (const id of ends.flatMap((ids) => [...ids])) place.earlier.add(id)
        return
      }
      case 'for_each': {
        this.#expression(step.items, `${path}.items`, place)
        const name = step.as ?? 'item'
        if ([...reserved, ...place.names].includes(name)) {
          this.#fail(`${path}.as`, `${name} is already used; choose another name for the items`)
        }
        const names = [...new Set([...place.names, name, 'index'])].sort()
        const inside = { ...deeper, names, earlier: new Set(place.earlier) }
        this.steps(step.steps, `${path}.steps`, inside)
        this.templates(step.output, `${path}.output`, inside)
        return
      }
      case 'set':
        this.templates(step.value, `${path}.value`, place)
        return
      default:
        this.#doing(step, path, place)
        return
    }
  }

  #doing(step: Step, path: string, place: ExpressionContext): void {
    const { id: _, type: __, ...fields } = step
    this.templates(fields, path, place)
    if (step.type === 'call') this.#operation(step, path)
    if (step.type === 'wait') this.#wait(step, path)
    if (step.type === 'http') this.#headers(step, path)
    if (step.type === 'wait_for_event') this.#event(step, path)
  }

  /** Saving a document that was read with masked secrets would lose them. */
  #headers({ headers = {} }: HttpStep, path: string): void {
    for (const [name, value] of Object.entries(headers)) {
      if (value === mask) this.#fail(`${path}.headers.${name}`, 'is masked; send the real value')
    }
  }

  #wait(step: WaitStep, path: string): void {
    if ((step.seconds === undefined) === (step.until === undefined)) {
      this.#fail(path, 'must have exactly one of seconds and until')
    }
    const { until } = step
    const isFixed = findExpressions(until, '').next().done === true
    if (until !== undefined && isFixed && !isDayOrInstant(until)) {
      this.#fail(`${path}.until`, `must be ${timeFormats['day-or-instant']?.words}`)
    }
  }

  #event({ event, filter = '' }: WaitForEventStep, path: string): void {
    const reason = whyNoEvent(realPattern(event))
    if (reason) this.#fail(`${path}.event`, reason)
    const isFixed = filter !== '' && findExpressions(filter, '').next().done === true
    const mistake = isFixed ? whyUnusable(filter) : undefined
    if (mistake) this.#fail(`${path}.filter`, mistake)
  }

  #operation(step: CallStep, path: string): void {
    const operation = this.#caller.find(step.operation)
    if (!operation) {
      this.#fail(
        `${path}.operation`,
        `${step.operation} is not an operation that workflows can call; GET /api/v1/service/workflows/operations lists them`,
      )
      return
    }
    const { params, query, body } = step
    const isFixed = findExpressions({ params, query, body }, '').next().done === true
    for (const part of ['params', 'query', 'body'] as const) this.#part(operation, step, part, path)
    if (!isFixed || this.errors.length > 0) return
    try {
      this.#caller.check(operation, step)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      for (const { path: field, message } of at(path, error)) this.#fail(field, message)
    }
  }

  /** Names can be checked without values: missing names, and names unknown to the operation. */
  #part(operation: Operation, step: CallStep, part: 'params' | 'query' | 'body', path: string) {
    const schema = operation[part] as PartSchema | undefined
    const given = step[part]
    if (typeof given === 'string') return
    const names = Object.keys((given as object | undefined) ?? {})
    const missing = (schema?.required ?? []).filter(
      (name) => !names.includes(name) && schema?.properties?.[name]?.default === undefined,
    )
    for (const name of missing) this.#fail(`${path}.${part}.${name}`, 'is required')
    if (schema && !schema.properties) return
    const known = Object.keys(schema?.properties ?? {})
    for (const name of names.filter((one) => !known.includes(one))) {
      const hint = known.length > 0 ? `; it accepts ${known.join(', ')}` : ''
      this.#fail(`${path}.${part}.${name}`, `is not accepted by ${operation.id}${hint}`)
    }
  }

  templates(template: unknown, path: string, place: ExpressionContext): void {
    for (const { path: where, text } of findExpressions(template, path)) {
      this.#expression(text, where, place)
    }
  }

  #expression(text: string, path: string, place: ExpressionContext): void {
    if (++this.#expressions > maxExpressions) {
      if (this.#expressions === maxExpressions + 1) {
        this.#fail(path, `there are more than ${maxExpressions} expressions`)
      }
      return
    }
    try {
      const unknown = [...checkExpression(text, place.names)].filter((id) => !place.earlier.has(id))
      for (const id of unknown) {
        const earlier = [...place.earlier].join(', ') || 'none'
        this.#fail(path, `steps.${id}: no earlier step has this id; earlier steps: ${earlier}`)
      }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      this.#fail(path, error.message)
    }
  }
}
