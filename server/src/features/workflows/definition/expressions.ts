import vm from 'node:vm'
import { Environment, Optional } from '@marcbachmann/cel-js'
import { parts, type TemplatePart } from './template-parts.ts'

/** What an expression can see. */
export type Scope = Record<string, unknown>

/** An expression that cannot be read, or has no value here. */
export class ExpressionError extends Error {}

/**
 * CEL, the Common Expression Language: no loops without end, no way out to JavaScript. Numbers in JSON
 * are doubles, so whole numbers and doubles may be mixed, which plain CEL refuses.
 */
const base = withMixedNumbers(
  new Environment({
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    limits: { maxAstNodes: 2000, maxDepth: 60, maxListElements: 500, maxMapEntries: 500 },
  }),
)
  .registerFunction('list.join(string): string', (list: unknown[], separator: string) =>
    list.map(textOf).join(separator),
  )
  .registerVariable('inputs', 'dyn')
  .registerVariable('steps', 'dyn')
  .registerVariable('run', 'dyn')

function withMixedNumbers(environment: Environment): Environment {
  const calculate: Record<string, (a: number, b: number) => number> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
  }
  for (const [operator, apply] of Object.entries(calculate)) {
    const handle = (a: unknown, b: unknown) => apply(Number(a), Number(b))
    environment.registerOperator(`double ${operator} int`, handle)
    environment.registerOperator(`int ${operator} double`, handle)
  }
  return environment
}

type Parsed = ReturnType<Environment['parse']>

const environments = new Map<string, Environment>()
const parsed = new Map<string, Parsed>()
const mostKept = 5000

function environmentWith(names: readonly string[]): Environment {
  const key = names.join(' ')
  let environment = environments.get(key)
  if (!environment) {
    environment = base.clone()
    for (const name of names) environment.registerVariable(name, 'dyn')
    if (environments.size > mostKept) environments.clear()
    environments.set(key, environment)
  }
  return environment
}

/** Names of items in the loops around an expression; the other names are always the same. */
function loopNames(scope: Scope): string[] {
  return Object.keys(scope)
    .filter((name) => !['inputs', 'steps', 'run'].includes(name))
    .sort()
}

function parse(text: string, names: readonly string[]): Parsed {
  const key = `${names.join(' ')}\n${text}`
  let found = parsed.get(key)
  if (!found) {
    try {
      found = environmentWith(names).parse(text)
    } catch (error) {
      throw readable(error)
    }
    if (parsed.size > mostKept) parsed.clear()
    parsed.set(key, found)
  }
  return found
}

/** Reads and type-checks an expression, and tells which steps it looks at. */
export function checkExpression(text: string, names: readonly string[]): Set<string> {
  const expression = parse(text, names)
  const { valid, error } = expression.check()
  if (!valid) throw readable(error)
  const steps = new Set<string>()
  collectSteps(expression.ast, steps)
  return steps
}

export function evaluate(text: string, scope: Scope): unknown {
  try {
    return toJson(parse(text, loopNames(scope))(scope))
  } catch (error) {
    throw readable(error, text)
  }
}

/**
 * Fills a template: in any text of it, `${…}` stands for an expression. A text that is nothing but an
 * expression becomes its value, whatever its type.
 */
export function render(template: unknown, scope: Scope): unknown {
  if (typeof template === 'string') return renderText(parts(template), scope)
  if (Array.isArray(template)) return template.map((item) => render(item, scope))
  if (template === null || typeof template !== 'object') return template
  const entries = Object.entries(template).map(([name, value]) => [name, render(value, scope)])
  return Object.fromEntries(entries)
}

function renderText(found: TemplatePart[], scope: Scope): unknown {
  const [only] = found
  if (found.length === 1 && only && 'expression' in only) return evaluate(only.expression, scope)
  return found
    .map((part) => ('text' in part ? part.text : textOf(evaluate(part.expression, scope))))
    .join('')
}

/** Every expression of a template, with its place in it. */
export function* expressionsIn(
  template: unknown,
  path: string,
): Generator<{ path: string; text: string }> {
  if (typeof template === 'string') {
    for (const part of parts(template)) {
      if ('expression' in part) yield { path, text: part.expression }
    }
  } else if (template !== null && typeof template === 'object') {
    for (const [name, value] of Object.entries(template)) {
      yield* expressionsIn(value, `${path}.${name}`)
    }
  }
}

const walksLists = new Set(['map', 'filter', 'all', 'exists', 'exists_one'])

/**
 * How much work an expression can be: one for each list that it walks inside another, and too much
 * where it has a regular expression.
 */
export function depthOf(text: string, names: readonly string[]): number {
  return depthOfNode(parse(text, names).ast)
}

function depthOfNode(node: unknown): number {
  if (Array.isArray(node)) return Math.max(0, ...node.map(depthOfNode))
  if (node === null || typeof node !== 'object') return 0
  const { op, args } = node as Node
  if (op === undefined) return 0
  const inside = depthOfNode(args)
  const name = (op === 'rcall' || op === 'call') && Array.isArray(args) ? String(args[0]) : ''
  if (name === 'matches') return Number.POSITIVE_INFINITY
  return walksLists.has(name) ? inside + 1 : inside
}

const deadlineMs = 250
const context = vm.createContext(Object.create(null))
const script = new vm.Script('work()')

/**
 * Lists of lists of lists can take for ever without being endless. The script is a constant: it is
 * there only because it can be stopped.
 */
export function withinDeadline<T>(work: () => T): T {
  try {
    context.work = work
    return script.runInContext(context, { timeout: deadlineMs }) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    throw new ExpressionError(`the expressions took more than ${deadlineMs} ms`)
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(toJson(value))
}

/** CEL has whole numbers, times and durations; JSON has none of them. */
function toJson(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return wholeNumber(value)
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value
    throw new ExpressionError(`${value} is no number that JSON knows`)
  }
  if (typeof value !== 'object') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Optional) return toJson(value.orValue(null))
  if (isDuration(value)) return Number(value.seconds) + value.nanos / 1e9
  if (Array.isArray(value)) return value.map(toJson)
  if (value instanceof Map) return fromEntries([...value])
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new ExpressionError('its value is of a type that JSON does not have')
  }
  return fromEntries(Object.entries(value))
}

function isDuration(value: object): value is { seconds: bigint; nanos: number } {
  return value.constructor?.name === 'Duration'
}

function fromEntries(entries: [unknown, unknown][]): object {
  return Object.fromEntries(entries.map(([name, item]) => [String(name), toJson(item)]))
}

function wholeNumber(value: bigint): number {
  if (Number.isSafeInteger(Number(value))) return Number(value)
  throw new ExpressionError(`${value} is too large`)
}

interface Node {
  op?: string
  args?: unknown
}

/** `steps.picture` and `steps["picture"]`. */
function collectSteps(node: unknown, found: Set<string>): void {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const item of node) collectSteps(item, found)
    return
  }
  const { op, args } = node as Node
  if (op === undefined) return
  if (Array.isArray(args) && isStepsVariable(args[0])) {
    const name = nameIn(args[1])
    if (name !== undefined) found.add(name)
  }
  collectSteps(args, found)
}

function isStepsVariable(node: unknown): boolean {
  const { op, args } = (node ?? {}) as Node
  return op === 'id' && args === 'steps'
}

function nameIn(node: unknown): string | undefined {
  if (typeof node === 'string') return node
  const { op, args } = (node ?? {}) as Node
  return op === 'value' && typeof args === 'string' ? args : undefined
}

/** The library draws the expression below its sentence; one line is enough for ours. */
function readable(error: unknown, text?: string): ExpressionError {
  if (error instanceof ExpressionError && text === undefined) return error
  const sentence = (error as Error).message.split('\n')[0] as string
  return new ExpressionError(text === undefined ? sentence : `${sentence} in ${text}`)
}
