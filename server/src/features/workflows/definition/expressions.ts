import { Environment } from '@marcbachmann/cel-js'
import { type Budget, BudgetExceeded } from './budget.ts'
import { charging, currentBudget } from './metered-cel.ts'
import { parts, type TemplatePart } from './template-parts.ts'
import { ExpressionError, toJson, writeText } from './to-json.ts'

export { ExpressionError }

/** The variables that an expression can access. */
export type Scope = Record<string, unknown>

/**
 * CEL, the Common Expression Language: no infinite loops, no access to JavaScript. JSON numbers are
 * doubles, so integers and doubles may be mixed, which plain CEL rejects.
 */
const base = withMixedNumbers(
  new Environment({
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    // Two more than a document may have, for the `dyn(…)` wrapper.
    limits: { maxAstNodes: 2002, maxDepth: 62, maxListElements: 500, maxMapEntries: 500 },
  }),
)
  .registerFunction('list.join(string): string', (list: unknown[], separator: string) =>
    list.map((one) => writeText(one, currentBudget())).join(separator),
  )
  .registerVariable('inputs', 'dyn')
  .registerVariable('steps', 'dyn')
  .registerVariable('run', 'dyn')

/** The functions that an expression can call, as the reference of expressions must list them. */
export function functionNames(): Set<string> {
  return new Set(base.getDefinitions().functions.map(({ name }) => name))
}

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
let parsedCharacters = 0
/** Tenants write the names and the expressions, so both caches are bounded. */
const maxEnvironments = 200
const maxParsed = 5000
const maxParsedCharacters = 4 * 1024 * 1024

function createEnvironment(names: readonly string[]): Environment {
  const key = names.join(' ')
  let environment = environments.get(key)
  if (!environment) {
    environment = base.clone()
    for (const name of names) environment.registerVariable(name, 'dyn')
    if (environments.size >= maxEnvironments) forgetParsed()
    environments.set(key, environment)
  }
  return environment
}

/** Clears both caches, because parsed expressions reference their environment. */
function forgetParsed(): void {
  environments.clear()
  parsed.clear()
  parsedCharacters = 0
}

/** Names of loop items around an expression; the other names are always the same. */
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
      found = createEnvironment(names).parse(text)
    } catch (error) {
      if (text.includes('${'))
        throw new ExpressionError('is an expression: write it without ${ and }')
      throw readable(error)
    }
    parsedCharacters += key.length
    if (parsed.size >= maxParsed || parsedCharacters > maxParsedCharacters) forgetParsed()
    parsed.set(key, found)
  }
  return found
}

/** Parses and type-checks an expression, and returns the steps it refers to. */
export function checkExpression(text: string, names: readonly string[]): Set<string> {
  const expression = parse(text, names)
  const { valid, error } = expression.check()
  if (!valid) throw readable(error)
  const steps = new Set<string>()
  collectSteps(expression.ast, steps)
  return steps
}

export function evaluate(text: string, scope: Scope, budget: Budget): unknown {
  return evaluateMeasured(text, scope, budget).value
}

/** A value as JSON, and its approximate length in characters. */
function evaluateMeasured(text: string, scope: Scope, budget: Budget) {
  const names = loopNames(scope)
  const size = { characters: 0 }
  try {
    parse(text, names)
    // The library meters only nested nodes.
    const expression = parse(`dyn(${text}\n)`, names)
    const value = charging(budget, () => toJson(expression(scope), budget, size))
    return { value, characters: size.characters }
  } catch (error) {
    throw readable(error, text)
  }
}

/**
 * Fills a template: in any string, `${…}` contains an expression. A string that consists of one
 * expression becomes its value, of any type.
 */
export function render(template: unknown, scope: Scope, budget: Budget): unknown {
  let characters = 0
  /** Charges for output before it is built. */
  function keep(more: number): void {
    characters += more
    budget.requireSize(characters)
    budget.keep(more)
  }

  function fill(part: unknown): unknown {
    budget.spend(1)
    if (typeof part === 'string') return fillText(part)
    keep(4)
    if (Array.isArray(part)) return part.map(fill)
    if (part === null || typeof part !== 'object') return part
    const entries = Object.entries(part).map(([name, value]) => {
      keep(name.length)
      return [name, fill(value)]
    })
    return Object.fromEntries(entries)
  }

  function fillText(text: string): unknown {
    budget.spend(text.length / 32)
    const found = parts(text)
    const [only] = found
    if (found.length === 1 && only && 'expression' in only) {
      const filled = evaluateMeasured(only.expression, scope, budget)
      keep(filled.characters)
      return filled.value
    }
    return found.map(readText).join('')
  }

  function readText(part: TemplatePart): string {
    const text =
      'text' in part ? part.text : writeText(evaluate(part.expression, scope, budget), budget)
    keep(text.length)
    return text
  }

  return fill(template)
}

/** Every expression of a template, with its path. */
export function* findExpressions(
  template: unknown,
  path: string,
): Generator<{ path: string; text: string }> {
  if (typeof template === 'string') {
    for (const part of parts(template)) {
      if ('expression' in part) yield { path, text: part.expression }
    }
  } else if (template !== null && typeof template === 'object') {
    for (const [name, value] of Object.entries(template)) {
      yield* findExpressions(value, `${path}.${name}`)
    }
  }
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
    const name = readName(args[1])
    if (name !== undefined) found.add(name)
  }
  collectSteps(args, found)
}

function isStepsVariable(node: unknown): boolean {
  const { op, args } = (node ?? {}) as Node
  return op === 'id' && args === 'steps'
}

function readName(node: unknown): string | undefined {
  if (typeof node === 'string') return node
  const { op, args } = (node ?? {}) as Node
  return op === 'value' && typeof args === 'string' ? args : undefined
}

/** The library prints the expression below its message; our errors fit on one line. */
function readable(error: unknown, text?: string): Error {
  if (error instanceof BudgetExceeded) return error
  if (error instanceof ExpressionError && text === undefined) return error
  const [first = ''] = (error as Error).message.split('\n')
  const sentence = first.replace('Unexpected token: EOF', 'The expression ends too early')
  return new ExpressionError(text === undefined ? sentence : `${sentence} in ${text}`)
}
