import type { TranscribeBody } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../app/api.ts'

interface TranscriptionRequest extends Omit<TranscribeBody, 'audio_url' | 'video_url'> {
  asset_id: string
}

/** Transcribes an asset and opens it. Callers that show errors themselves set `showsErrors`. */
export function useTranscribe(meta: { showsErrors?: boolean } = {}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    meta,
    mutationFn: (wanted: TranscriptionRequest) => api.transcriptions.create(wanted),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['transcriptions', 'list'] })
      void navigate({ to: '/speech/$id' as string, params: { id } as never })
    },
  })
}
