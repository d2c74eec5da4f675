import { type FileHandle, open } from 'node:fs/promises'
import { EngineError } from '../../engine-error.ts'

/** Sizes of a Whisper model. */
export interface WhisperShape {
  vocabulary: number
  audioContext: number
  state: number
  heads: number
  layers: number
  textContext: number
  mels: number
}

export interface GgmlTensor {
  shape: number[]
  isHalf: boolean
  /** Where its data starts in the file. */
  offset: number
  bytes: number
}

export interface Ggml {
  shape: WhisperShape
  /** [mels][201]. */
  filters: Float32Array
  /** The bytes of each text token. */
  tokens: Uint8Array[]
  tensors: Map<string, GgmlTensor>
  /** The values of a tensor, or some of its rows. */
  read(name: string, rows?: { first: number; count: number }): Promise<Float32Array>
  close(): Promise<void>
}

const magic = 0x67676d6c
/** The head holds the tokens and filters, about 0.7 MB. */
const headBytes = 4_000_000

/** Opens weights in the format of whisper.cpp. Only the directory is read at once. */
export async function openGgml(path: string): Promise<Ggml> {
  const file = await open(path, 'r')
  try {
    return await readDirectory(file)
  } catch (cause) {
    await file.close()
    throw new EngineError('model_unusable', 'The transcription model cannot be read.', { cause })
  }
}

async function readDirectory(file: FileHandle): Promise<Ggml> {
  const { size } = await file.stat()
  const head = Buffer.alloc(Math.min(size, headBytes))
  await file.read(head, 0, head.length, 0)
  let at = 0
  const take = (length: number) => {
    at += length
    return head.subarray(at - length, at)
  }
  const int = () => take(4).readInt32LE()
  if (int() !== magic) throw new Error('The file does not start as a ggml file')
  const [vocabulary, audioContext, , , layers, textContext, state, heads, textLayers, mels] =
    Array.from({ length: 11 }, int) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
  if (layers !== textLayers) throw new Error('The encoder and the decoder have different sizes')
  const [rows, columns] = [int(), int()]
  const filters = floats(take(rows * columns * 4))
  const tokens = Array.from({ length: int() }, () => Uint8Array.from(take(int())))
  const tensors = await readTensors(file, at, size)
  const read: Ggml['read'] = async (name, wanted) => {
    const tensor = tensors.get(name)
    if (!tensor) throw new Error(`The model has no tensor ${name}`)
    const rowBytes = tensor.bytes / (tensor.shape[0] ?? 1)
    const { first, count } = wanted ?? { first: 0, count: tensor.shape[0] ?? 1 }
    const bytes = Buffer.alloc(rowBytes * count)
    await file.read(bytes, 0, bytes.length, tensor.offset + first * rowBytes)
    return tensor.isHalf ? halves(bytes) : floats(bytes)
  }
  const shape = { vocabulary, audioContext, state, heads, layers, textContext, mels }
  return { shape, filters, tokens, tensors, read, close: () => file.close() }
}

async function readTensors(file: FileHandle, start: number, size: number) {
  const tensors = new Map<string, GgmlTensor>()
  const head = Buffer.alloc(256)
  let at = start
  while (at < size) {
    await file.read(head, 0, head.length, at)
    const [dimensions, nameLength, type] = [0, 4, 8].map((place) => head.readInt32LE(place)) as [
      number,
      number,
      number,
    ]
    if (type > 1) throw new Error('Quantised ggml weights are not supported')
    const sizes = Array.from({ length: dimensions }, (_, index) => head.readInt32LE(12 + index * 4))
    const nameStart = 12 + dimensions * 4
    const name = head.toString('utf8', nameStart, nameStart + nameLength)
    const isHalf = type === 1
    const bytes = sizes.reduce((product, one) => product * one, isHalf ? 2 : 4)
    const offset = at + nameStart + nameLength
    tensors.set(name, { shape: sizes.reverse(), isHalf, offset, bytes })
    at = offset + bytes
  }
  return tensors
}

function floats(bytes: Buffer): Float32Array {
  const values = new Float32Array(bytes.length / 4)
  new Uint8Array(values.buffer).set(bytes)
  return values
}

/** Half precision to single, by way of a table: 65,536 values cover every case. */
function halves(bytes: Buffer): Float32Array {
  const codes = new Uint16Array(bytes.length / 2)
  new Uint8Array(codes.buffer).set(bytes)
  const values = new Float32Array(codes.length)
  for (let at = 0; at < codes.length; at++) values[at] = halfTable[codes[at] as number] as number
  return values
}

const halfTable = Float32Array.from({ length: 65_536 }, (_, code) => {
  const sign = code & 0x8000 ? -1 : 1
  const exponent = (code >> 10) & 31
  const fraction = code & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
})
