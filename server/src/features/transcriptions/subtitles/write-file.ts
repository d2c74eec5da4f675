import type { Phrase } from '../../../engines/transcription/adapters/transcription-engine.ts'
import { type CueOptions, toCues } from './to-cues.ts'
import { toSrt, toVtt } from './write-subtitles.ts'

export interface SubtitleRequest {
  phrases: Phrase[]
  format: 'vtt' | 'srt'
  options: CueOptions
}

export function writeSubtitles({ phrases, format, options }: SubtitleRequest): string {
  const cues = toCues(phrases, options)
  return format === 'vtt' ? toVtt(cues) : toSrt(cues)
}
