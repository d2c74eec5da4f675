import { open } from 'node:fs/promises'
import type { AudioWriter } from './audio-writer.ts'

const headerBytes = 44
/** The header stores sizes in 32 bits. */
const maxDataBytes = 0xffff_ffff - headerBytes

/** What players take for "until the end", if they get the file while it is written. */
const unknownLength = 0xffff_ffff

/** Writes 16-bit PCM as it arrives. The header gets its lengths when the file is finished. */
export async function openWavWriter(path: string, sampleRate: number): Promise<AudioWriter> {
  const file = await open(path, 'w')
  let dataBytes = 0
  await file.write(header(sampleRate, unknownLength), 0, headerBytes, 0)
  return {
    write: async (samples) => {
      const bytes = toPcm16(samples)
      if (dataBytes + bytes.length > maxDataBytes) throw new Error('A WAV file can be at most 4 GB')
      await file.write(bytes, 0, bytes.length, headerBytes + dataBytes)
      dataBytes += bytes.length
    },
    flush: async () => {},
    finish: async () => {
      await file.write(header(sampleRate, dataBytes), 0, headerBytes, 0)
      await file.close()
    },
    abandon: () => file.close().catch(() => {}),
  }
}

/** Writes the samples only: 16 bits, little-endian. */
export async function openPcmWriter(path: string): Promise<AudioWriter> {
  const file = await open(path, 'w')
  return {
    write: async (samples) => void (await file.appendFile(toPcm16(samples))),
    flush: async () => {},
    finish: () => file.close(),
    abandon: () => file.close().catch(() => {}),
  }
}

function header(sampleRate: number, dataBytes: number): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(Math.min(dataBytes + headerBytes - 8, unknownLength), 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16) // size of the fmt chunk
  bytes.writeUInt16LE(1, 20) // PCM
  bytes.writeUInt16LE(1, 22) // mono
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * 2, 28) // bytes per second
  bytes.writeUInt16LE(2, 32) // bytes per sample
  bytes.writeUInt16LE(16, 34) // bits per sample
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(dataBytes, 40)
  return bytes
}

/** Clips samples beyond full scale instead of letting them wrap around. */
export function toPcm16(samples: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(samples.length * 2)
  for (const [index, sample] of samples.entries()) {
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), index * 2)
  }
  return bytes
}
