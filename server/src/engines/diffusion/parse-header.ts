import { unusableWeights } from './unusable-weights.ts'

export interface StoredTensor {
  type: keyof typeof bytesPerElement
  shape: number[]
  /** From the start of the file. */
  offset: number
  bytes: number
}

const bytesPerElement = {
  ...{ F64: 8, F32: 4, F16: 2, BF16: 2, F8_E4M3: 1, F8_E5M2: 1 },
  ...{ I64: 8, I32: 4, I16: 2, I8: 1, U64: 8, U32: 4, U16: 2, U8: 1, BOOL: 1 },
}

const maxDimensions = 8
/** Names go into error messages. */
const maxNameLength = 200

/** Reads the directory of a safetensors file. The data must be covered exactly, without overlap. */
export function parseHeader(
  json: Uint8Array,
  data: { start: number; bytes: number },
): Map<string, StoredTensor> {
  const header = parseObject(json)
  const tensors = new Map<string, StoredTensor>()
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue
    if (name.length > maxNameLength) throw unusableWeights('a tensor has a very long name')
    tensors.set(name, parseEntry(name, entry, data))
  }
  checkCoverage(tensors, data)
  return tensors
}

function parseObject(json: Uint8Array): Record<string, unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(json)
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch (cause) {
    throw unusableWeights('the header is not valid JSON', cause)
  }
  throw unusableWeights('the header is not an object')
}

function parseEntry(
  name: string,
  entry: unknown,
  data: { start: number; bytes: number },
): StoredTensor {
  if (!isRecord(entry)) throw unusableWeights(`${name} has no description`)
  const { dtype, shape, data_offsets: range } = entry
  if (!isKnownType(dtype)) throw unusableWeights(`${name} has an unknown element type`)
  if (!isSizes(shape) || shape.length > maxDimensions) {
    throw unusableWeights(`${name} has an invalid shape`)
  }
  if (!isSizes(range) || range.length !== 2) throw unusableWeights(`${name} has no position`)
  const [from = 0, to = 0] = range
  if (from > to || to > data.bytes) throw unusableWeights(`${name} lies outside of the file`)
  const bytes = shape.reduce((product, size) => product * size, bytesPerElement[dtype])
  if (bytes !== to - from) throw unusableWeights(`the size of ${name} doesn't match its shape`)
  return { type: dtype, shape, offset: data.start + from, bytes }
}

function checkCoverage(
  tensors: Map<string, StoredTensor>,
  data: { start: number; bytes: number },
): void {
  let end = data.start
  const inOrder = [...tensors].sort(([, a], [, b]) => a.offset - b.offset || a.bytes - b.bytes)
  for (const [name, { offset, bytes }] of inOrder) {
    if (offset < end) throw unusableWeights(`${name} overlaps another tensor`)
    if (offset > end) throw unusableWeights(`there is unused data before ${name}`)
    end += bytes
  }
  if (end !== data.start + data.bytes) throw unusableWeights('there is unused data at the end')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isKnownType(type: unknown): type is keyof typeof bytesPerElement {
  return typeof type === 'string' && Object.hasOwn(bytesPerElement, type)
}

function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0)
}
