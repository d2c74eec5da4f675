import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { say } from '../ui/toasts.tsx'
import { api } from './api.ts'

/** Fills the workspace with demo data. */
export function DemoButton() {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const mutationKey = ['workspaces', 'demo']
  const load = useMutation({
    mutationKey,
    mutationFn: () => api.workspaces.loadDemoData(),
    onSuccess: () => {
      void queryClient.invalidateQueries()
      say('Demo data loaded. See the inbox, the board and the workflows.')
    },
  })
  // A second click may come before the button shows the pending state.
  const isIdle = () => queryClient.isMutating({ mutationKey }) === 0
  return (
    <>
      <Button isDisabled={load.isPending} onPress={() => setAsking(true)}>
        <Sparkles />
        {load.isPending ? 'Loading demo data …' : 'Load demo data'}
      </Button>
      <Confirm
        title="Load demo data?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Load"
        onConfirm={() => {
          setAsking(false)
          if (isIdle()) load.mutate()
        }}
      >
        This adds four example members, two teamspaces, and, where the workspace has none yet, a
        board, drafts, notifications and workflows. It sends nothing to anyone. You cannot undo it.
      </Confirm>
    </>
  )
}
