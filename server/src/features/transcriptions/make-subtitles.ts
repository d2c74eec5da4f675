import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { programFile } from '../../lib/installation.ts'
import { type TextFormat, workOnText } from '../../lib/texts/work-on-text.ts'
import { requireTranscription } from './read-transcriptions.ts'
import type { JobStatus, Phrase, SubtitleQuery } from './schemas.ts'
import type { SubtitleRequest } from './subtitles/write-file.ts'

interface Subtitles {
  /** Empty before DONE; the status says why. */
  text: string
  jobStatus: JobStatus
  fileName: string
}

const subtitles: TextFormat<SubtitleRequest, string> = {
  program: programFile('server/src/features/transcriptions/subtitles/subtitle-thread.ts'),
  load: () => import('./subtitles/subtitle-thread.ts'),
  // They take about 20 ms; a minute of speech has about 1,000.
  maxQuickSize: 10_000,
  // A whole day of speech takes about 4 s.
  maxSeconds: 20,
}

/** The transcript as a subtitle file for players. */
export async function makeSubtitles(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  { requested_format: format, max_chars_per_line, max_lines }: SubtitleQuery,
): Promise<Subtitles> {
  const row = await requireTranscription(deps, actor, id)
  const fileName = `${chooseName(row.file_name)}.${format}`
  if (row.job_status !== 'DONE') return { text: '', jobStatus: row.job_status, fileName }
  const phrases = row.phrases ?? []
  const request: SubtitleRequest = {
    phrases,
    format,
    options: {
      maxCharsPerLine: max_chars_per_line,
      maxLines: max_lines,
      languageCode: row.language_code,
    },
  }
  const text = await workOnText(
    subtitles,
    { workspaceId: actor.workspaceId, size: countLetters(phrases) },
    request,
  )
  if (text === undefined) throw problem('transcript_too_complex')
  return { text, jobStatus: 'DONE', fileName }
}

/** The text and the words determine how long the work takes. */
function countLetters(phrases: Phrase[]): number {
  return phrases.reduce((sum, { text, words = [] }) => sum + text.length + words.length * 10, 0)
}

function chooseName(fileName: string | null): string {
  return (fileName ?? 'transcription').replace(/\.[^.]{1,5}$/, '') || 'transcription'
}
