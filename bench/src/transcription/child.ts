import { run, type TranscriptionRequest } from '@atelier/server/engines/transcription/run.ts'
import type { TranscriptionPart } from '@atelier/server/engines/transcription/transcribe.ts'
import type { Heard } from './recordings.ts'

/** Transcribes once to load and convert the model, then again for the figures. */
process.once('message', async (job: TranscriptionRequest) => {
  const transcribed = async () => {
    const parts: TranscriptionPart[] = []
    const { signal } = new AbortController()
    const tools = {
      onPart: (part: TranscriptionPart) => void parts.push(part),
      onProgress() {},
      signal,
    }
    await run(job, tools)
    return parts.flatMap(({ phrases }) => phrases.map((phrase) => phrase.text)).join(' ')
  }
  await transcribed()
  const before = process.cpuUsage()
  const text = await transcribed()
  const { user, system } = process.cpuUsage(before)
  const peakBytes = process.resourceUsage().maxRSS * 1024
  process.send?.({ text, cpuMs: (user + system) / 1000, peakBytes } satisfies Heard)
})
