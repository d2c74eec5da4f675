// Speech and transcription in their own process, as in the service: the whole pipeline, and for
// comparison the models alone on the same tokens and segments.
import { openAudio } from '@atelier/server/engines/media/decode-audio.ts'
import { openKokoro } from '@atelier/server/engines/speech/kokoro.ts'
import { phonemesOf } from '@atelier/server/engines/speech/phonemes.ts'
import { plainPieces } from '@atelier/server/engines/speech/pieces.ts'
import { run as runSpeech } from '@atelier/server/engines/speech/run.ts'
import { writeScript } from '@atelier/server/engines/speech/script.ts'
import { tokenStretches } from '@atelier/server/engines/speech/tokens.ts'
import { openDetector } from '@atelier/server/engines/transcription/detect-speech.ts'
import { findSpeech } from '@atelier/server/engines/transcription/find-speech.ts'
import { openMoonshine } from '@atelier/server/engines/transcription/moonshine.ts'
import { run as runTranscription } from '@atelier/server/engines/transcription/run.ts'
import type { SpeechBenchJob, SpeechBenchTimes } from '../speech.ts'

const tools = {
  onProgress: () => {},
  onPart: () => {},
  signal: new AbortController().signal,
}

process.on('message', async ({ text, outputPath, models }: SpeechBenchJob) => {
  const times: SpeechBenchTimes = { soundMs: 0, speech: [], model: [], heard: [], listening: [] }
  const speak = { text, useSsml: false, voice: 'af_heart', speed: 1, format: 'wav' as const }
  const stretches = await tokensOf(text, models.kokoro)
  const kokoro = await openKokoro(models.kokoro, 2)
  // The first round loads models.
  for (let round = 0; round <= 3; round++) {
    const job = { ...speak, outputPath, models: { kokoro: models.kokoro } }
    const speech = await timed(async () => {
      times.soundMs = (await runSpeech(job, tools)).durationMs
    })
    const model = await timed(async () => {
      for (const tokens of stretches) await kokoro.speak(tokens, 'af_heart', 1)
    })
    const { windows, segments } = await cutUp(outputPath, models.silero)
    const detect = await openDetector(models.silero)
    const recognise = await openMoonshine(models.moonshine, 2)
    const listening = await timed(async () => {
      for (const samples of windows) await detect(samples)
      for (const samples of segments) await recognise(samples)
    })
    const { moonshine, silero } = models
    const heard = await timed(async () => {
      await runTranscription(
        { mediaPath: outputPath, startMs: 0, models: { moonshine, silero } },
        tools,
      )
    })
    if (round === 0) continue
    times.speech.push(speech)
    times.model.push(model)
    times.heard.push(heard)
    times.listening.push(listening)
  }
  process.send?.(times)
})

/** CPU time of this process, which other load on the machine affects less. */
async function timed(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function tokensOf(text: string, model: string): Promise<number[][]> {
  const { vocabulary } = await openKokoro(model, 2)
  const stretches: number[][] = []
  for (const cue of writeScript(plainPieces(text), 'en-US', 1)) {
    if (cue.kind !== 'sentence') continue
    for (const utterance of cue.sentence.utterances) {
      if (utterance.kind !== 'speech') continue
      const phonemes = await phonemesOf(utterance.spoken, 'en-US')
      stretches.push(...tokenStretches(phonemes, vocabulary))
    }
  }
  return stretches
}

/** Input for the two transcription models: windows to detect speech in, and segments of speech. */
async function cutUp(path: string, silero: string) {
  const audio = openAudio(path)
  const windows: Float32Array[] = []
  const segments: Float32Array[] = []
  const detect = await openDetector(silero)
  const recording: typeof detect = (samples) => {
    windows.push(samples.slice())
    return detect(samples)
  }
  for await (const { segment } of findSpeech(audio.blocks(), recording, 0)) {
    if (segment) segments.push(segment.samples)
  }
  audio.close()
  return { windows, segments }
}
