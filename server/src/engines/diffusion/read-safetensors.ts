import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseHeader, type StoredTensor } from './parse-header.ts'
import { unusableWeights } from './unusable-weights.ts'

export interface SafetensorsFile {
  tensors: Map<string, StoredTensor>
  /** Changes with the file. */
  identity: string
  read(name: string): Promise<Float32Array>
  close(): Promise<void>
}

const maxHeaderBytes = 100_000_000
/** Before the header: its length. */
const lengthBytes = 8

/** Opens a file and reads its directory. Tensors are read when asked for. */
export async function openSafetensors(path: string): Promise<SafetensorsFile> {
  const file = await open(path, 'r')
  try {
    const { size, mtimeMs } = await file.stat()
    const tensors = await readDirectory(file)
    return {
      tensors,
      identity: `${basename(path)} ${size} ${mtimeMs}`,
      read: (name) => readTensor(file, name, tensors.get(name)),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readDirectory(file: FileHandle): Promise<Map<string, StoredTensor>> {
  const stat = await file.stat()
  if (!stat.isFile()) throw unusableWeights('they are not a file')
  const start = await readExactly(file, 0, Math.min(lengthBytes + 1, stat.size))
  const headerBytes = headerLength(start, stat.size)
  if (headerBytes === undefined) throw unusableWeights(complaint(start))
  const header = await readExactly(file, lengthBytes, headerBytes)
  const dataStart = lengthBytes + headerBytes
  return parseHeader(header, { start: dataStart, bytes: stat.size - dataStart })
}

function headerLength(start: Buffer, fileBytes: number): number | undefined {
  if (start.length <= lengthBytes || start[lengthBytes] !== 0x7b) return undefined
  const length = start.readBigUInt64LE()
  if (length > maxHeaderBytes || length > fileBytes - lengthBytes) return undefined
  return Number(length)
}

/** A pickle can run any code when it is loaded, so none is read. */
function complaint(start: Buffer): string {
  const isArchive = start.toString('latin1', 0, 2) === 'PK'
  if (isArchive || start[0] === 0x80) {
    return 'they are a pickle file, which can run code. Convert them to safetensors'
  }
  return 'they are not a valid safetensors file'
}

async function readTensor(
  file: FileHandle,
  name: string,
  tensor: StoredTensor | undefined,
): Promise<Float32Array> {
  if (!tensor) throw unusableWeights(`${name} is missing`)
  const { offset, bytes, type } = tensor
  const convert = conversions[type]
  if (convert) return convert(await readAligned(file, offset, bytes))
  throw unusableWeights(`${name} is stored as ${type}, which isn't supported`)
}

const conversions: { [Type in StoredTensor['type']]?: (data: ArrayBuffer) => Float32Array } = {
  F32: (data) => new Float32Array(data),
  F16: (data) => new Float32Array(new Float16Array(data)),
  BF16: (data) => widen(new Uint16Array(data)),
  I32: (data) => Float32Array.from(new Int32Array(data)),
  I64: (data) => Float32Array.from(new BigInt64Array(data), Number),
}

/** A bfloat16 is the upper half of a float. */
function widen(halves: Uint16Array): Float32Array {
  const bits = new Uint32Array(halves.length)
  for (let at = 0; at < halves.length; at++) bits[at] = (halves[at] as number) << 16
  return new Float32Array(bits.buffer)
}

/** A buffer of its own: those of Node's pool aren't aligned for floats. */
async function readAligned(file: FileHandle, from: number, length: number): Promise<ArrayBuffer> {
  const target = new ArrayBuffer(length)
  await fill(file, Buffer.from(target), from)
  return target
}

async function readExactly(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const target = Buffer.alloc(length)
  await fill(file, target, from)
  return target
}

async function fill(file: FileHandle, target: Buffer, from: number): Promise<void> {
  let filled = 0
  while (filled < target.length) {
    const { bytesRead } = await file.read(target, filled, target.length - filled, from + filled)
    if (bytesRead === 0) throw unusableWeights('the file is shorter than it says')
    filled += bytesRead
  }
}
