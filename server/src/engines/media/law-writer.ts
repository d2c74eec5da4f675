import { open } from 'node:fs/promises'
import type { AudioWriter } from './audio-writer.ts'

const encoders = { ulaw: toUlaw, alaw: toAlaw }

/** Writes G.711, the 8-bit formats of telephony, without a header. */
export async function openLawWriter(path: string, law: 'ulaw' | 'alaw'): Promise<AudioWriter> {
  const file = await open(path, 'w')
  const encode = encoders[law]
  return {
    write: async (samples) => {
      const bytes = Buffer.allocUnsafe(samples.length)
      for (const [index, sample] of samples.entries()) {
        bytes[index] = encode(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767))
      }
      await file.appendFile(bytes)
    },
    flush: async () => {},
    finish: () => file.close(),
    abandon: () => file.close().catch(() => {}),
  }
}

/** ITU-T G.711: a sign, a 3-bit exponent and a 4-bit mantissa, all inverted. */
function toUlaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), 32_635) + 132
  const exponent = Math.floor(Math.log2(magnitude)) - 7
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~(sign | (exponent << 4) | mantissa) & 0xff
}

/** ITU-T G.711: every second bit is inverted; the sign bit is set for positive samples. */
function toAlaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80
  const magnitude = Math.min(Math.abs(sample), 32_635) >> 4
  const exponent = magnitude < 16 ? 0 : Math.floor(Math.log2(magnitude)) - 3
  const mantissa = (exponent === 0 ? magnitude : magnitude >> (exponent - 1)) & 0x0f
  return (sign | (exponent << 4) | mantissa) ^ 0x55
}
