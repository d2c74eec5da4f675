import type { FastifyReply } from 'fastify'
import type { Phrase } from '../../transcriptions/schemas.ts'
import { sendJson } from '../json.ts'
import type { transcriptFormats } from './create-transcription.ts'

export interface Transcript {
  text: string | null
  phrases: Phrase[] | null
  duration_ms: number | null
  language_code: string
}

export interface WantedTranscript {
  format: (typeof transcriptFormats)[number]
  hasWords: boolean
  hasSegments: boolean
  streams: boolean
  task: 'transcribe' | 'translate'
}

/** Writes a transcript, in any format but subtitles. */
export function writeTranscript(
  reply: FastifyReply,
  transcript: Transcript,
  wanted: WantedTranscript,
): FastifyReply {
  if (wanted.streams) {
    return reply.type('text/event-stream').send(listEvents(transcript).map(eventText).join(''))
  }
  switch (wanted.format) {
    case 'text':
      return reply.type('text/plain; charset=utf-8').send(`${transcript.text ?? ''}\n`)
    case 'verbose_json':
      return sendJson(reply, writeVerbose(transcript, wanted))
    default:
      return sendJson(reply, { text: transcript.text ?? '', ...describeUsage(transcript) })
  }
}

function describeUsage({ duration_ms }: Transcript) {
  if (duration_ms === null) return {}
  return { usage: { type: 'duration', seconds: Math.ceil(duration_ms / 1000) } }
}

/** OpenAI's events for a streamed transcript, one delta per phrase. */
function listEvents({ text, phrases }: Transcript): object[] {
  const deltas = (phrases ?? []).map((phrase, index) => ({
    type: 'transcript.text.delta',
    delta: index === 0 ? phrase.text : ` ${phrase.text}`,
  }))
  return [...deltas, { type: 'transcript.text.done', text: text ?? '' }]
}

function eventText(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

function writeVerbose(transcript: Transcript, { hasWords, hasSegments, task }: WantedTranscript) {
  const { text, duration_ms, language_code } = transcript
  const phrases = transcript.phrases ?? []
  const words = phrases.flatMap((phrase) => phrase.words ?? [])
  return {
    task,
    language: languageNames.of(language_code.split('-')[0] ?? '')?.toLowerCase() ?? language_code,
    duration: (duration_ms ?? 0) / 1000,
    text: text ?? '',
    ...(hasSegments && { segments: phrases.map(writeSegment) }),
    ...(hasWords && {
      words: words.map((word) => ({
        word: word.text,
        start: word.start / 1000,
        end: word.end / 1000,
      })),
    }),
    ...describeUsage(transcript),
  }
}

/** `no_speech_prob` and `compression_ratio` are missing: our engines don't report them. */
function writeSegment({ start, end, text, words = [] }: Phrase, id: number) {
  const known = words.flatMap(({ confidence }) => confidence ?? [])
  const logs = known.map((confidence) => Math.log(Math.max(confidence, 1e-6)))
  const sum = logs.reduce((total, log) => total + log, 0)
  return {
    id,
    seek: 0,
    start: start / 1000,
    end: end / 1000,
    text,
    tokens: [],
    temperature: 0,
    ...(logs.length > 0 && { avg_logprob: sum / logs.length }),
  }
}
