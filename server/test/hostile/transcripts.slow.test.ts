import { expect, test } from 'vitest'
import { sample } from '../soak.ts'
import { testTranscripts } from './test-transcripts.ts'

const { transcription, phrases, call } = testTranscripts({
  subtitles: 12_000,
  corrected: 20_000,
  reworded: 60,
  rewritten: 300,
  maxTurnMs: 500,
})

// Twenty seconds of work.
const isShort = sample(true, false)
test.skipIf(isShort)('422 for subtitles that take too long, and others get theirs', async () => {
  const words = 'a '.repeat(5000)
  const endless = await transcription(phrases(700, () => words))
  const short = await transcription(phrases(2, () => 'Hello.'))
  const long = call('GET', `${endless}/download_transcription_file?max_chars_per_line=200`)
  const other = await call('GET', `${short}/download_transcription_file`)
  expect([other.status, other.text]).toEqual([200, expect.stringContaining('Hello.')])
  const { status, body } = await long
  expect([status, body.code]).toEqual([422, 'transcript_too_complex'])
  const next = await transcription(phrases(1000, () => 'Once more, with feeling.'))
  expect((await call('GET', `${next}/download_transcription_file`)).status).toBe(200)
})
