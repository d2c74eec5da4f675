import { type FileHandle, open } from 'node:fs/promises'
import { EngineError } from '../engine-error.ts'
import { sceneField } from './video-job.ts'

/** A mono 16-bit WAV file, as the speech engine writes it. */
export interface Narration {
  path: string
  sampleRate: number
  sampleCount: number
  dataStart: number
}

const blockBytes = 1 << 16

export async function openNarration(path: string, sceneIndex: number): Promise<Narration> {
  const file = await open(path, 'r')
  try {
    const found = await readHeader(file)
    if (found) return { path, ...found }
  } finally {
    await file.close()
  }
  throw new EngineError(
    'narration_unreadable',
    'The narration must be a mono WAV file with 16 bits per sample.',
    { field: sceneField(sceneIndex, 'narration') },
  )
}

export function narrationMs({ sampleCount, sampleRate }: Narration): number {
  return (sampleCount / sampleRate) * 1000
}

/** Reads one block at a time, so the length doesn't affect memory. */
export async function* narrationBlocks(narration: Narration): AsyncGenerator<Int16Array> {
  const file = await open(narration.path, 'r')
  try {
    const end = narration.dataStart + narration.sampleCount * 2
    for (let at = narration.dataStart; at < end; ) {
      const buffer = Buffer.alloc(Math.min(blockBytes, end - at))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      if (bytesRead < 2) return
      const samples = new Int16Array(bytesRead >> 1)
      for (let i = 0; i < samples.length; i++) samples[i] = buffer.readInt16LE(i * 2)
      yield samples
      at += samples.length * 2
    }
  } finally {
    await file.close()
  }
}

/** The loudest sample, relative to full scale. */
export async function narrationPeak(narration: Narration): Promise<number> {
  let peak = 0
  for await (const samples of narrationBlocks(narration)) {
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  }
  return peak / 32_768
}

async function readHeader(file: FileHandle): Promise<Omit<Narration, 'path'> | undefined> {
  const { size } = await file.stat()
  const read = async (at: number, length: number) => {
    const buffer = Buffer.alloc(length)
    await file.read(buffer, 0, length, at)
    return buffer
  }
  const start = await read(0, 12)
  if (start.toString('latin1', 0, 4) !== 'RIFF' || start.toString('latin1', 8) !== 'WAVE') return
  let sampleRate = 0
  // Each chunk has a name and a length. Others may precede the two that matter.
  for (let at = 12; at + 8 <= size; ) {
    const head = await read(at, 8)
    const name = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    const dataStart = at + 8
    if (name === 'fmt ') {
      const format = await read(dataStart, 16)
      const isPcm16Mono =
        format.readUInt16LE(0) === 1 &&
        format.readUInt16LE(2) === 1 &&
        format.readUInt16LE(14) === 16
      if (!isPcm16Mono) return
      sampleRate = format.readUInt32LE(4)
    }
    if (name === 'data') {
      if (sampleRate < 8_000 || sampleRate > 96_000) return
      // Writers that don't know the length in advance store the maximum.
      const sampleCount = Math.min(length, size - dataStart) >> 1
      return sampleCount > 0 ? { sampleRate, sampleCount, dataStart } : undefined
    }
    at = dataStart + length + (length % 2)
  }
  return undefined
}
