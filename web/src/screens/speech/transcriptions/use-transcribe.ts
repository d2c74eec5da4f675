import type { TranscribeBody } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../app/api.ts'
import { rememberRecording } from '../kept-recordings.ts'

interface Wanted extends Omit<TranscribeBody, 'asset_id' | 'audio_url' | 'video_url'> {
  asset: { id: string; name: string }
}

/** Has an asset transcribed and goes to its record. Whoever shows its errors says so. */
export function useTranscribe(meta: { showsErrors?: boolean } = {}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    meta,
    mutationFn: ({ asset, ...options }: Wanted) =>
      api.transcriptions.create({ asset_id: asset.id, ...options }),
    onSuccess: ({ id }, { asset }) => {
      rememberRecording({ transcription: id, asset: asset.id, name: asset.name })
      void queryClient.invalidateQueries({ queryKey: ['transcriptions', 'list'] })
      void navigate({
        to: '/speech/$id' as string,
        params: { id } as never,
        search: { recording: asset.id } as never,
      })
    },
  })
}
