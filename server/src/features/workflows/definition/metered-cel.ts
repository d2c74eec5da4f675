import v8 from 'node:v8'
import { Environment } from '@marcbachmann/cel-js'
import type { Budget } from './budget.ts'
import { ExpressionError } from './to-json.ts'

/**
 * The CEL library has no cost metering. Every node of an expression goes through `run` of its
 * evaluator, so `run` charges the budget: one unit per node, plus the maximum cost of an operator
 * or function for its operands before it is applied.
 */

interface AstNode {
  op: string
  args: unknown
  left: AstNode
  right: AstNode
  receiverWithArgs: AstNode[]
  handle?: (...args: unknown[]) => unknown
  evaluate(evaluator: Evaluator, node: AstNode, context: unknown): unknown
}

interface Evaluator {
  run(node: AstNode, context: unknown): unknown
}

let budget: Budget | undefined

/**
 * Evaluates with every node charged to this budget. Synchronous, so only one is active at a time.
 */
export function charging<T>(to: Budget, work: () => T): T {
  budget = to
  try {
    return to.expression(work)
  } finally {
    budget = undefined
  }
}

/** For our own functions, which the library calls without a budget. */
export function currentBudget(): Budget {
  if (!budget) throw new Error('expressions can only be evaluated with a budget')
  return budget
}

/** Work per character that is only copied or compared, and per list element. */
const unitsPerCharacter = 1 / 64
const unitsPerElement = 1 / 4
const unitsPerName = 8

const comparing = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', '+'])

function runMetered(this: Evaluator, node: AstNode, context: unknown): unknown {
  const to = currentBudget()
  to.spend(1)
  if (node.handle === undefined) return node.evaluate(this, node, context)
  if (comparing.has(node.op)) {
    const left = this.run(node.left, context)
    const right = this.run(node.right, context)
    chargeOperator(to, node.op, left, right)
    return checked(to, node.handle(left, right, node, this))
  }
  if (node.op === 'call') {
    const [name, nodes] = node.args as [string, AstNode[]]
    const args = nodes.map((one) => this.run(one, context))
    chargeCall(to, name, args)
    return checked(to, node.handle(args, node, this))
  }
  if (node.op === 'rcall') {
    const [name] = node.args as [string]
    const args = node.receiverWithArgs.map((one) => this.run(one, context))
    chargeCall(to, name, args)
    const [text, pattern] = args
    if (name === 'matches' && typeof text === 'string' && typeof pattern === 'string') {
      return matches(text, pattern)
    }
    return checked(to, node.handle(args, this, node))
  }
  return node.evaluate(this, node, context)
}

// The class is not exported, but a function called by an expression has it as its `this`.
new Environment()
  .registerFunction('meter(): bool', function (this: Evaluator) {
    Object.getPrototypeOf(this).run = runMetered
    return true
  })
  .evaluate('meter()', {})

function chargeOperator(to: Budget, op: string, left: unknown, right: unknown): void {
  if (op === '+') {
    to.spend((measureSize(left) + measureSize(right)) * unitsPerElement)
    if (typeof left === 'string') to.requireSize(left.length + measureSize(right))
  } else if (op === 'in') {
    if (!Array.isArray(right)) return
    if (typeof left === 'object') weigh(to, right)
    to.spend(right.length * (unitsPerElement + measureSize(left) / 1024))
  } else if (typeof left === 'string' && typeof right === 'string') {
    to.spend(Math.min(left.length, right.length) * unitsPerCharacter)
  } else if (typeof left === 'object' && typeof right === 'object') {
    // Lists may contain the same list many times, so the walk is charged step by step.
    weigh(to, left)
  }
}

function chargeCall(to: Budget, name: string, args: unknown[]): void {
  const [receiver, first] = args
  const size = measureSize(receiver)
  if (name === 'join') {
    to.requireSize(joinedLength(to, receiver, typeof first === 'string' ? first.length : 0))
  } else if (name.startsWith('get') && typeof first === 'string') {
    // With a time zone, a timestamp is formatted and parsed again.
    to.spend(2000)
  } else if (name === 'split') {
    to.spend(size + (size * measureSize(first)) / 100)
  } else if (searching.has(name)) {
    // A search may compare every character of one string with every character of the other.
    to.spend((size * (1 + measureSize(first))) / 100)
  } else if (name === 'matches') {
    to.spend(size * (0.5 + measureSize(first) / 32))
  } else {
    for (const arg of args) to.spend(measureSize(arg) * unitsPerElement)
  }
}

const searching = new Set(['contains', 'indexOf', 'lastIndexOf'])

/** Counted before the string is built. Elements that are not strings are charged on conversion. */
function joinedLength(to: Budget, list: unknown, separatorLength: number): number {
  if (!Array.isArray(list)) return 0
  to.spend(list.length)
  const texts = list.reduce((sum, one) => sum + (typeof one === 'string' ? one.length : 1), 0)
  return texts + separatorLength * Math.max(0, list.length - 1)
}

function measureSize(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return 1
  // Listing the names of an object takes longer than walking a list.
  return (Object.keys(value).length * unitsPerName) / unitsPerElement
}

function weigh(to: Budget, value: unknown): void {
  to.spend(unitsPerElement)
  if (typeof value === 'string') to.spend(value.length * unitsPerCharacter)
  else if (value instanceof Uint8Array) to.spend(value.length * unitsPerElement)
  else if (Array.isArray(value)) for (const one of value) weigh(to, one)
  else if (typeof value === 'object' && value !== null) {
    for (const name in value) {
      to.spend(1)
      weigh(to, (value as Record<string, unknown>)[name])
    }
  }
}

function checked(to: Budget, value: unknown): unknown {
  if (typeof value === 'string') to.requireSize(value.length)
  return value
}

// V8's second regular expression engine does not backtrack: its time grows linearly with the length
// of the text. Like CEL, it rejects patterns that need backtracking: lookaround, backreferences,
// large counts.
v8.setFlagsFromString('--enable-experimental-regexp-engine')

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'l').test(text)
  } catch (error) {
    throw new ExpressionError(`the pattern cannot be used: ${(error as Error).message}`)
  }
}
