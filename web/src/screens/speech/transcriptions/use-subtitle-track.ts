import type { Transcription } from '@atelier/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../app/api.ts'
import type { SubtitleShape } from './reading.tsx'

/** The subtitles as a URL for the player; a correction creates a new one. */
export function useSubtitleTrack(
  { id, updated_at }: Transcription,
  shape: SubtitleShape,
  isWanted: boolean,
): string | undefined {
  const { data: text } = useQuery({
    queryKey: ['transcriptions', id, 'subtitles', updated_at, shape],
    queryFn: async ({ signal }) => {
      const query = { requested_format: 'vtt' as const, ...shape }
      return (await api.transcriptions.downloadSubtitles(id, query, { signal })).text()
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (text === undefined) return
    const made = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [text])
  return isWanted ? url : undefined
}
