import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { contentDisposition } from '../../lib/content-disposition.ts'
import { requireTranscription } from './read-transcriptions.ts'
import type { SubtitleQuery } from './schemas.ts'
import { toCues } from './subtitles/to-cues.ts'
import { toSrt, toVtt } from './subtitles/write-subtitles.ts'

const contentTypes = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
}

/** Subtitles as raw text; before DONE the body is empty and `Job-Status` says why. */
export async function sendSubtitles(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  query: SubtitleQuery,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const row = await requireTranscription(deps, actor, id)
  const format = query.requested_format
  reply.headers({
    'content-type': contentTypes[format],
    'content-disposition': contentDisposition('inline', `${nameOf(row.file_name)}.${format}`),
    'job-status': row.job_status,
    'cache-control': 'no-store',
  })
  if (row.job_status !== 'DONE') return reply.send('')
  const cues = toCues(row.phrases ?? [], {
    maxCharsPerLine: query.max_chars_per_line,
    maxLines: query.max_lines,
    languageCode: row.language_code,
  })
  return reply.send(format === 'vtt' ? toVtt(cues) : toSrt(cues))
}

function nameOf(fileName: string | null): string {
  return (fileName ?? 'transcription').replace(/\.[^.]{1,5}$/, '') || 'transcription'
}
