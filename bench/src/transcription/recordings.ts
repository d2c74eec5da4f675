import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import type { TranscriptionRequest } from '@atelier/server/engines/transcription/run.ts'

const headerBytes = 44

/** The same recording with white noise. The noise is the same in every run. */
export async function writeNoisy(path: string, decibels: number | undefined): Promise<string> {
  if (decibels === undefined) return path
  const bytes = await readFile(path)
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset + headerBytes))
  const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length
  // White noise between -a and a has the power a²/3.
  const amplitude = Math.sqrt((3 * power) / 10 ** (decibels / 10))
  let state = 1
  for (let at = 0; at < samples.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const noise = (state / 2 ** 31) * amplitude
    samples[at] = Math.max(-32_768, Math.min(32_767, (samples[at] ?? 0) + noise))
  }
  const noisy = path.replace('.wav', `.${decibels}.wav`)
  await writeFile(
    noisy,
    Buffer.concat([bytes.subarray(0, headerBytes), Buffer.from(samples.buffer)]),
  )
  return noisy
}

export interface Heard {
  text: string
  cpuMs: number
  peakBytes: number
}

/** A process per run, so that CPU time and memory are those of one engine. */
export async function heardIn(
  mediaPath: string,
  models: TranscriptionRequest['models'],
): Promise<Heard> {
  const child = fork(new URL('./child.ts', import.meta.url))
  child.send({ mediaPath, models, startMs: 0, language: 'en' } satisfies TranscriptionRequest)
  const [heard] = await once(child, 'message')
  child.kill()
  return heard as Heard
}
