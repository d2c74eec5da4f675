import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { WorkThread } from '../../lib/work-thread.ts'
import { requireTranscription } from './read-transcriptions.ts'
import type { JobStatus, Phrase, SubtitleQuery } from './schemas.ts'
import { type SubtitleRequest, writeSubtitles } from './subtitles/write-file.ts'

interface Subtitles {
  /** Empty before DONE; the status says why. */
  text: string
  jobStatus: JobStatus
  fileName: string
}

/** The subtitles of this many characters take about 20 ms; a minute of speech has about 1,000. */
const maxQuickCharacters = 10_000

/** The subtitles of a whole day of speech take about 4 s. */
const thread = new WorkThread<SubtitleRequest, string>(
  new URL('./subtitles/subtitle-thread.ts', import.meta.url),
  { maxSeconds: 20, maxHeapMegabytes: 512 },
)

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
  const text = isQuick(phrases)
    ? writeSubtitles(request)
    : await thread.askInTurn(actor.workspaceId, request)
  if (text === undefined) throw problem('transcript_too_complex')
  return { text, jobStatus: 'DONE', fileName }
}

/** The text and the words determine how long the work takes. */
function isQuick(phrases: Phrase[]): boolean {
  let characters = 0
  for (const { text, words = [] } of phrases) {
    characters += text.length + words.length * 10
    if (characters > maxQuickCharacters) return false
  }
  return true
}

function nameOf(fileName: string | null): string {
  return (fileName ?? 'transcription').replace(/\.[^.]{1,5}$/, '') || 'transcription'
}
