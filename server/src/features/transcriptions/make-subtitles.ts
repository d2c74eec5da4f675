import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { requireTranscription } from './read-transcriptions.ts'
import type { JobStatus, SubtitleQuery } from './schemas.ts'
import { toCues } from './subtitles/to-cues.ts'
import { toSrt, toVtt } from './subtitles/write-subtitles.ts'

interface Subtitles {
  /** Empty before DONE; the status says why. */
  text: string
  jobStatus: JobStatus
  fileName: string
}

/** The transcript as a subtitle file for players. */
export async function makeSubtitles(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  { requested_format: format, max_chars_per_line, max_lines }: SubtitleQuery,
): Promise<Subtitles> {
  const row = await requireTranscription(deps, actor, id)
  const fileName = `${nameOf(row.file_name)}.${format}`
  if (row.job_status !== 'DONE') return { text: '', jobStatus: row.job_status, fileName }
  const cues = toCues(row.phrases ?? [], {
    maxCharsPerLine: max_chars_per_line,
    maxLines: max_lines,
    languageCode: row.language_code,
  })
  return { text: format === 'vtt' ? toVtt(cues) : toSrt(cues), jobStatus: 'DONE', fileName }
}

function nameOf(fileName: string | null): string {
  return (fileName ?? 'transcription').replace(/\.[^.]{1,5}$/, '') || 'transcription'
}
