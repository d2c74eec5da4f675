import { testTranscripts } from './test-transcripts.ts'

testTranscripts({
  subtitles: 6_000,
  corrected: 10_000,
  reworded: 25,
  rewritten: 100,
  maxTurnMs: 350,
})
