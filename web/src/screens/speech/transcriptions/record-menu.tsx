import type { Transcription } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMay } from '../../../app/session.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'

export function RecordMenu({ record: { id, source } }: { record: Transcription }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.transcriptions.delete(id),
    onSuccess: async () => {
      await navigate({ to: '/speech' as string, search: { tab: 'transcriptions' } as never })
      queryClient.removeQueries({ queryKey: ['transcriptions', id] })
      void queryClient.invalidateQueries({ queryKey: ['transcriptions', 'list'] })
    },
  })
  if (!useMay('transcriptions:write')) return null
  return (
    <>
      <IconButton label="Delete the transcription" onPress={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <Confirm
        title="Delete the transcription?"
        action="Delete"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        isDanger
        onConfirm={() => {
          setAsking(false)
          remove.mutate()
        }}
      >
        This deletes the text, its timestamps and all corrections.
        {source.asset_id && ' The recording stays in your assets.'}
      </Confirm>
    </>
  )
}
