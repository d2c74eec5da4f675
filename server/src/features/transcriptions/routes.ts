import { Type } from 'typebox'
import { resource } from '../../http/resource.ts'
import { UuidParams } from '../../http/schemas.ts'
import { contentDisposition } from '../../lib/content-disposition.ts'
import {
  cancelTranscription,
  correctTranscription,
  deleteTranscription,
} from './change-transcription.ts'
import { makeSubtitles } from './make-subtitles.ts'
import { getTranscription, listTranscriptions } from './read-transcriptions.ts'
import {
  CorrectBody,
  SubmittedTranscription,
  type SubtitleQuery as SubtitleOptions,
  SubtitleQuery,
  TranscribeBody,
  Transcription,
  TranscriptionListQuery,
  TranscriptionSummary,
} from './schemas.ts'
import { submitTranscription } from './submit-transcription.ts'

const id = '8d0f9a52-2c65-4b2c-9a8e-4a1f6f0f2a11'
const subtitleTypes = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
}

const exampleTranscription = {
  id,
  task_id: '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64',
  job_status: 'DONE',
  percent: 100,
  provider: 'embedded',
  language_code: 'en-US',
  engine: { name: 'moonshine', version: 'tiny', device: 'cpu' },
  source: { asset_id: null, name: 'talk.mp4', url: 'https://example.com/talk.mp4' },
  recording: {
    file_url: 'https://atelier.example.com/files/sha256/9f/9f86d081?expires=1794736800&signature=…',
    content_type: 'video/mp4',
  },
  duration_ms: 1800,
  text: 'Hello there.',
  payload: {
    phrases: [
      {
        start: 200,
        end: 1400,
        text: 'Hello there.',
        words: [
          { text: 'Hello', start: 200, end: 700, confidence: 0.98 },
          { text: 'there.', start: 800, end: 1400, confidence: 0.97 },
        ],
      },
    ],
  },
  errors: [],
  warnings: [],
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:31:00.000Z',
}

const { payload: _p, recording: _r, warnings: _w, engine: _e, ...summary } = exampleTranscription
const { text: excerpt, ...exampleFacts } = summary
const exampleSummary = { ...exampleFacts, excerpt }

const transcriptions = resource({
  tag: 'Transcription',
  path: '/api/v1/transcription',
  read: 'transcriptions:read',
  write: 'transcriptions:write',
  params: UuidParams,
  notFound: 'transcription_not_found',
  record: Transcription,
  example: { params: { id }, record: exampleTranscription },
})

export function transcriptionRoutes() {
  return [
    transcriptions.post('/transcribe', {
      id: 'transcribe',
      summary: 'Transcribe an audio or video recording',
      description:
        'The task only tracks the submission: poll `GET /api/v1/transcription/{id}` until `job_status` is DONE or FAILED. Other languages than English need a Whisper model or an external engine.',
      body: TranscribeBody,
      reply: SubmittedTranscription,
      begins: 'transcription',
      example: {
        body: { video_url: 'https://example.com/talk.mp4', language_code: 'en-US' },
        reply: { id, task_id: exampleTranscription.task_id, job_status: 'CREATED' },
      },
      handle: (deps, { actor, body }) => submitTranscription(deps, actor, body),
    }),
    transcriptions.list('', {
      id: 'listTranscriptions',
      summary: 'List transcriptions, newest first',
      description: 'The list omits the text; read a single transcription for that.',
      query: TranscriptionListQuery,
      entry: TranscriptionSummary,
      example: { entry: exampleSummary },
      list: (deps, { actor, query }) => listTranscriptions(deps, actor, query),
    }),
    transcriptions.get('/{id}', {
      id: 'getTranscription',
      summary: 'Poll a transcription',
      description:
        'Read `job_status`; DONE and FAILED are final. `source` is the origin of the recording; `recording` is a link to play it.',
      etag: true,
      handle: (deps, { actor, params }) => getTranscription(deps, actor, params.id),
    }),
    transcriptions.patch('/{id}', {
      id: 'correctTranscription',
      summary: 'Correct a transcription',
      description:
        'Send all phrases. If a phrase has no `words`, the words that still match keep their times, and new words share the time between them. With `base_updated_at`, a transcription that has changed since is a 412.',
      body: CorrectBody,
      bodyLimitBytes: 8 * 1024 ** 2,
      // Seven hours of words with their times.
      bodyLimitValues: 250_000,
      problems: ['transcription_not_done', 'precondition_failed'],
      example: { body: { phrases: [{ start: 200, end: 1400, text: 'Hello, there!' }] } },
      handle: (deps, { actor, params, body }) => correctTranscription(deps, actor, params.id, body),
    }),
    transcriptions.post('/{id}/cancel', {
      id: 'cancelTranscription',
      summary: 'Cancel a transcription',
      example: { reply: { ...exampleTranscription, job_status: 'FAILED', text: null } },
      handle: (deps, { actor, params }) => cancelTranscription(deps, actor, params.id),
    }),
    transcriptions.delete('/{id}', {
      id: 'deleteTranscription',
      summary: 'Delete a transcription',
      handle: (deps, { actor, params }) => deleteTranscription(deps, actor, params.id),
    }),
    transcriptions.get('/{id}/download_transcription_file', {
      id: 'downloadTranscriptionFile',
      summary: 'Download the subtitles',
      description:
        'Raw WebVTT or SubRip. Before DONE the body is empty and the header `Job-Status` says why.',
      query: SubtitleQuery,
      reply: Type.String(),
      replyTypes: ['application/x-subrip', 'text/vtt'],
      problems: ['transcript_too_complex'],
      example: {
        query: { requested_format: 'srt', max_chars_per_line: 42, max_lines: 2 },
        reply: '1\n00:00:00,200 --> 00:00:01,400\nHello there.\n',
      },
      exchange: async (deps, { actor, params, query }, { reply }) => {
        const asked = query as SubtitleOptions
        const made = await makeSubtitles(deps, actor, params.id, asked)
        return reply
          .headers({
            'content-type': subtitleTypes[asked.requested_format],
            'content-disposition': contentDisposition('inline', made.fileName),
            'job-status': made.jobStatus,
            'cache-control': 'no-store',
          })
          .send(made.text)
      },
    }),
  ]
}
