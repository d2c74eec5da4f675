import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { missingModel } from '../../../engines/transcription/engine.ts'
import type { Call, Exchange } from '../../../http/operation.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import type { ReceivedForm } from '../../assets/receive-form.ts'
import { findExternalEngine } from '../../engines/read-engines.ts'
import { makeSubtitles } from '../../transcriptions/make-subtitles.ts'
import { waitForTranscription } from '../../transcriptions/wait-for-transcription.ts'
import { readValues } from '../form-values.ts'
import { describeWaiting } from '../submit-once.ts'
import { transcribeUpload } from '../transcribe-upload.ts'
import { oneFile, withForm } from '../with-form.ts'
import { requireModel } from './models.ts'
import { type WantedTranscript, writeTranscript } from './write-transcript.ts'

export const transcriptFormats = ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const
const subtitleTypes = { srt: 'application/x-subrip', vtt: 'text/vtt; charset=utf-8' }
const granularities = ['word', 'segment'] as const

/** Transcribes an uploaded recording and answers with the transcript. */
export function createTranscription(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  exchange: Exchange,
): Promise<FastifyReply> {
  return transcribe(deps, call, exchange, false)
}

/** The same, in English whatever is spoken. */
export async function createTranslation(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  exchange: Exchange,
): Promise<FastifyReply> {
  if (!(await deps.engines.isMultilingual()))
    throw problem('engine_needed', { detail: missingModel })
  return transcribe(deps, call, exchange, true)
}

async function transcribe(
  deps: Deps,
  call: Call<unknown, unknown, unknown>,
  { request, reply }: Exchange,
  translates: boolean,
): Promise<FastifyReply> {
  const { actor } = call
  // The response contains the transcript.
  requirePermission(actor, 'transcriptions:read')
  const { id, ...wanted } = await withForm(deps, request, oneFile, (form) =>
    submit(deps, call, request, { form, translates }),
  )
  const done = await waitForTranscription(deps, actor, id, describeWaiting(call, request))
  const { format, streams } = wanted
  if (streams || (format !== 'srt' && format !== 'vtt')) return writeTranscript(reply, done, wanted)
  const { text } = await makeSubtitles(deps, actor, id, {
    requested_format: format,
    max_chars_per_line: 42,
    max_lines: 2,
  })
  return reply.type(subtitleTypes[format]).send(text)
}

async function submit(
  deps: Deps,
  { actor }: Pick<Call<unknown, unknown, unknown>, 'actor'>,
  request: FastifyRequest,
  { form, translates }: { form: ReceivedForm; translates: boolean },
): Promise<{ id: string } & WantedTranscript> {
  const values = readValues(form)
  const [file] = form.files
  if (!file) throw invalid('file', 'is required, as a part of the form')
  requireModel(values.text('model'), 'transcription')
  const format = values.oneOf('response_format', transcriptFormats, 'json')
  const wanted = values.list('timestamp_granularities')
  if (wanted.some((one) => !(granularities as readonly string[]).includes(one))) {
    throw invalid('timestamp_granularities', 'must contain word, segment or both')
  }
  const { id } = await transcribeUpload(deps, actor, request, {
    operationId: translates ? 'openAiCreateTranslation' : 'openAiCreateTranscription',
    file,
    languageCode: values.text('language') ?? (await defaultLanguage(deps, actor)),
    translate: translates,
    input: { format, wanted },
  })
  return {
    id,
    format,
    task: translates ? 'translate' : 'transcribe',
    hasWords: wanted.includes('word'),
    hasSegments: wanted.length === 0 || wanted.includes('segment'),
    streams: values.flag('stream'),
  }
}

/** OpenAI detects the language. Without a model that can, English is the best guess. */
async function defaultLanguage(deps: Deps, { workspaceId }: Actor): Promise<string> {
  const external = await findExternalEngine(deps, workspaceId, 'transcription')
  return external === undefined && (await deps.engines.isMultilingual()) ? 'auto' : 'en-US'
}
