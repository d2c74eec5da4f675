import type { TranscriptionSummary } from '@atelier/sdk'

/** What a transcription is called: as its recording is. */
export function nameOf({ id, source }: Pick<TranscriptionSummary, 'id' | 'source'>): string {
  return source.name ?? `Transcription ${id.slice(0, 8)}`
}
