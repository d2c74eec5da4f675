import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@atelier/server/config.ts'
import { openModels } from '@atelier/server/deps.ts'
import { createLogger } from '@atelier/server/platform/logger.ts'

export interface SpeechBenchJob {
  text: string
  outputPath: string
  models: { kokoro: string; moonshine: string; silero: string }
}

/** Milliseconds of CPU time, one entry per round. */
export interface SpeechBenchTimes {
  soundMs: number
  speech: number[]
  model: number[]
  heard: number[]
  listening: number[]
}

const text =
  'Good morning, everyone. The first train leaves at 9:45 from platform 12, and the ticket costs ' +
  '$23.50. Please bring an umbrella, because it may rain in the afternoon. See you there!'

/** Speech and transcription against bare runs of their models, on the same tokens and segments. */
export async function speech(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  const child = fork(new URL('./speech/child.ts', import.meta.url))
  try {
    const config = readConfig()
    const store = openModels(config, createLogger({ ...config, logLevel: 'error' }))
    const job: SpeechBenchJob = {
      text,
      outputPath: join(folder, 'speech.wav'),
      models: {
        kokoro: await store.path('kokoro'),
        moonshine: await store.path('moonshine'),
        silero: await store.path('silero'),
      },
    }
    child.send(job)
    const [times] = (await once(child, 'message')) as [SpeechBenchTimes]
    const spoken = median(times.speech)
    const heard = median(times.heard)
    const perSecond = (ms: number) => (ms / times.soundMs).toFixed(2)
    console.log(`${(times.soundMs / 1000).toFixed(1)} s of audio; CPU seconds per second of audio:`)
    console.log(
      `speech         ${perSecond(spoken)}, its model alone ${perSecond(median(times.model))}`,
    )
    console.log(
      `transcription  ${perSecond(heard)}, its models alone ${perSecond(median(times.listening))}`,
    )
    const ratio = (a: number, b: number) => (a / b).toFixed(2)
    console.log(`speech ÷ model:         ${ratio(spoken, median(times.model))} (target 1.15)`)
    console.log(`transcription ÷ models:${ratio(heard, median(times.listening))} (target 1.15)`)
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
