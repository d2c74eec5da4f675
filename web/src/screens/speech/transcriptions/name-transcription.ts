import type { TranscriptionSummary } from '@atelier/sdk'

/** A transcription is named after its recording. */
export function nameTranscription({
  id,
  source,
}: Pick<TranscriptionSummary, 'id' | 'source'>): string {
  return source.name ?? `Transcription ${id.slice(0, 8)}`
}
