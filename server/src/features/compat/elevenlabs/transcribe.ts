import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import type { ReceivedForm } from '../../assets/receive-form.ts'
import type { Phrase } from '../../transcriptions/schemas.ts'
import { submitTranscription } from '../../transcriptions/submit-transcription.ts'
import { waitForTranscription } from '../../transcriptions/wait-for-transcription.ts'
import { readValues } from '../form-values.ts'
import { sendJson } from '../json.ts'
import { describeWaiting, submitOnce } from '../submit-once.ts'
import { transcribeUpload } from '../transcribe-upload.ts'
import { oneFile, withForm } from '../with-form.ts'

const granularities = ['none', 'word', 'character'] as const
const operationId = 'elevenLabsTranscribe'

/** Transcribes a recording, uploaded or at a URL, and answers with its words. */
export async function transcribe(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { actor } = call
  // The response contains the transcript.
  requirePermission(actor, 'transcriptions:read')
  const { id, granularity } = await withForm(deps, request, oneFile, (form) =>
    submit(deps, actor, request, form),
  )
  const done = await waitForTranscription(deps, actor, id, describeWaiting(call, request))
  const words = listWords(done.phrases ?? [])
  const body = {
    language_code: threeLetters(done.language_code),
    // It was given, not detected.
    language_probability: 1,
    text: done.text ?? '',
    words: granularity === 'none' ? words.map(({ text, type }) => ({ text, type })) : words,
    transcription_id: id,
    ...(done.duration_ms !== null && { audio_duration_secs: done.duration_ms / 1000 }),
  }
  return sendJson(reply, body)
}

async function submit(deps: Deps, actor: Actor, request: FastifyRequest, form: ReceivedForm) {
  const values = readValues(form)
  const model = values.text('model_id') ?? 'scribe_v1'
  if (!model.startsWith('scribe_')) {
    throw problem('model_not_found', { detail: 'This model does not exist. Use scribe_v1.' })
  }
  const granularity = values.oneOf('timestamps_granularity', granularities, 'word')
  const languageCode = twoLetters(values.text('language_code') ?? 'en')
  const [file] = form.files
  const url = values.text('source_url') ?? values.text('cloud_storage_url')
  if ((file === undefined) === (url === undefined)) {
    throw invalid('file', 'send either this or source_url')
  }
  const input = { granularity, url }
  const { id } = file
    ? await transcribeUpload(deps, actor, request, { operationId, file, languageCode, input })
    : await submitOnce(deps, request, {
        operationId,
        input: { ...input, languageCode },
        submit: (inside) =>
          submitTranscription(inside, actor, {
            audio_url: url as string,
            language_code: languageCode,
          }),
      })
  return { id, granularity }
}

/** ElevenLabs takes and returns codes of three letters: `eng` is `en`. */
function twoLetters(code: string): string {
  try {
    return new Intl.Locale(code).toString()
  } catch {
    throw invalid('language_code', 'must be a language code such as en or eng')
  }
}

const longCodes: Record<string, string> = {
  ...{ ar: 'ara', de: 'deu', en: 'eng', es: 'spa', fr: 'fra', hi: 'hin', it: 'ita', ja: 'jpn' },
  ...{ ko: 'kor', nl: 'nld', pl: 'pol', pt: 'por', ru: 'rus', sv: 'swe', tr: 'tur', zh: 'zho' },
}

function threeLetters(code: string): string {
  const [language = code] = code.toLowerCase().split('-')
  return longCodes[language] ?? language
}

interface Word {
  text: string
  type: 'word' | 'spacing'
  start: number
  end: number
  logprob: number
  speaker_id?: string
}

/** Words, and the spaces between them. A word without a known confidence has the logprob 0. */
function listWords(phrases: readonly Phrase[]): Word[] {
  const entries: Word[] = []
  for (const { words = [], speaker } of phrases) {
    const speaker_id = speaker === undefined ? {} : { speaker_id: speaker }
    for (const { text, start, end, confidence = 1 } of words) {
      const before = entries.at(-1)
      if (before) {
        const space = { text: ' ', type: 'spacing', start: before.end, logprob: 0 } as const
        entries.push({ ...space, end: start / 1000, ...speaker_id })
      }
      const logprob = Math.log(Math.max(confidence, 1e-6))
      const times = { start: start / 1000, end: end / 1000 }
      entries.push({ text, type: 'word', ...times, logprob, ...speaker_id })
    }
  }
  return entries
}
