import {
  type ArrayNode,
  type JsonNode,
  memberOf,
  type ObjectNode,
  stringOf,
} from '@atelier/sdk/src/exact-json/nodes.ts'
import { parsePointer } from '@atelier/sdk/src/exact-json/pointer.ts'
import { isSameValue } from '@atelier/sdk/src/exact-json/same.ts'
import { cloneNode, measureDepth, measureSize } from './walk.ts'

/** Says why a patch cannot be applied, and which of its operations failed. */
export class PatchFailed extends Error {
  readonly index: number
  /** Whether the patch is valid and only a `test` operation failed. */
  readonly isTest: boolean

  constructor(index: number, message: string, isTest = false) {
    super(message)
    this.index = index
    this.isTest = isTest
  }
}

export interface PatchLimits {
  /** Maximum nesting depth of the document. */
  deepest: number
  /** Total characters that `copy` and `move` may process: each copy could double the document. */
  maxMoved: number
}

/**
 * JSON Patch (RFC 6902). Changes the document in place, so pass a copy; after a failure it is half
 * changed. Returns the document, which is a new object if the patch replaced the root.
 */
export function applyJsonPatch(
  document: JsonNode,
  patch: ArrayNode,
  limits: PatchLimits,
): JsonNode {
  const patched = new PatchedDocument(document, limits)
  for (const [index, operation] of patch.items.entries()) {
    try {
      patched.apply(operation)
    } catch (error) {
      if (error instanceof Refusal) throw new PatchFailed(index, error.message, error.isTest)
      throw error
    }
  }
  return patched.root
}

class Refusal extends Error {
  readonly isTest: boolean

  constructor(message: string, isTest = false) {
    super(message)
    this.isTest = isTest
  }
}

class PatchedDocument {
  root: JsonNode
  readonly #deepest: number
  #mayMove: number

  constructor(root: JsonNode, { deepest, maxMoved }: PatchLimits) {
    this.root = root
    this.#deepest = deepest
    this.#mayMove = maxMoved
  }

  apply(operation: JsonNode): void {
    const path = readPointer(operation, 'path')
    const op = stringOf(memberOf(operation, 'op'))
    if (op === 'add') this.#add(path, readValue(operation))
    else if (op === 'remove') this.#remove(path)
    else if (op === 'replace') this.#replace(path, readValue(operation))
    else if (op === 'move') this.#move(readPointer(operation, 'from'), path)
    else if (op === 'copy') this.#copy(readPointer(operation, 'from'), path)
    else if (op === 'test') this.#test(path, readValue(operation))
    else throw new Refusal('op must be add, remove, replace, move, copy or test')
  }

  #add(path: string[], value: JsonNode): void {
    if (path.length + measureDepth(value) > this.#deepest) {
      throw new Refusal(`the document would be nested deeper than ${this.#deepest} levels`)
    }
    const name = path.at(-1)
    const holder = this.#holder(path)
    if (!holder || name === undefined) this.root = value
    else if (holder.kind === 'object') {
      if (name === '__proto__') throw new Refusal('__proto__ cannot be a key')
      holder.members.set(name, value)
    } else {
      const at = name === '-' ? holder.items.length : parseIndex(holder, name, holder.items.length)
      holder.items.splice(at, 0, value)
    }
  }

  #remove(path: string[]): void {
    this.#find(path)
    const name = path.at(-1) ?? ''
    const holder = this.#holder(path)
    if (!holder) throw new Refusal('the document itself cannot be removed')
    if (holder.kind === 'object') holder.members.delete(name)
    else holder.items.splice(Number(name), 1)
  }

  /** A member keeps its position among the others. */
  #replace(path: string[], value: JsonNode): void {
    this.#find(path)
    if (this.#holder(path)?.kind === 'array') this.#remove(path)
    this.#add(path, value)
  }

  #move(from: string[], path: string[]): void {
    const isInside = path.length > from.length && from.every((part, at) => part === path[at])
    if (isInside) throw new Refusal('a value cannot be moved into itself')
    const moved = this.#takeAlong(this.#find(from))
    if (from.length === path.length && from.every((part, at) => part === path[at])) return
    this.#remove(from)
    this.#add(path, moved)
  }

  #copy(from: string[], path: string[]): void {
    this.#add(path, cloneNode(this.#takeAlong(this.#find(from))))
  }

  #test(path: string[], value: JsonNode): void {
    const found = this.#look(path)
    if (!found || !isSameValue(found, value)) throw new Refusal('the test failed', true)
  }

  #takeAlong(node: JsonNode): JsonNode {
    this.#mayMove -= measureSize(node)
    if (this.#mayMove < 0) throw new Refusal('the patch copies and moves too much')
    return node
  }

  #find(path: string[]): JsonNode {
    const found = this.#look(path)
    if (!found) throw new Refusal('there is nothing at this path')
    return found
  }

  #look(path: string[]): JsonNode | undefined {
    let node: JsonNode | undefined = this.root
    for (const part of path) {
      if (node?.kind === 'array') node = isIndex(part) ? node.items[Number(part)] : undefined
      else node = memberOf(node, part)
    }
    return node
  }

  /**
   * The container of the last path segment, which is about to change; undefined for the root. It
   * and all its ancestors lose their source text.
   */
  #holder(path: string[]): ObjectNode | ArrayNode | undefined {
    let holder: ObjectNode | ArrayNode | undefined
    for (let length = 0; length < path.length; length++) {
      const node = this.#find(path.slice(0, length))
      if (node.kind !== 'object' && node.kind !== 'array') {
        throw new Refusal('the path goes into a value that is not an object or array')
      }
      node.source = undefined
      holder = node
    }
    return holder
  }
}

function readPointer(operation: JsonNode, name: 'path' | 'from'): string[] {
  const text = stringOf(memberOf(operation, name))
  const pointer = text === undefined ? undefined : parsePointer(text)
  if (!pointer) throw new Refusal(`${name} must be a JSON Pointer, such as /a/0`)
  return pointer
}

function readValue(operation: JsonNode): JsonNode {
  const value = memberOf(operation, 'value')
  if (!value) throw new Refusal('value is required')
  return value
}

function isIndex(part: string): boolean {
  return /^(0|[1-9]\d{0,8})$/.test(part)
}

function parseIndex(array: ArrayNode, part: string, last: number): number {
  if (isIndex(part) && Number(part) <= last) return Number(part)
  throw new Refusal(`there is no index ${part.slice(0, 100)} in an array of ${array.items.length}`)
}
