import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { say } from '../ui/toasts.tsx'
import { api } from './api.ts'
import { demoQuery } from './queries.ts'
import { RemoveDemo } from './remove-demo.tsx'

/** Fills the workspace with demo data, or removes it. */
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
  const { data: demo } = useQuery(demoQuery)
  // A second click may come before the button shows the pending state.
  const isIdle = () => queryClient.isMutating({ mutationKey }) === 0
  if (demo && demo.records > 0) return <RemoveDemo />
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
        board, drafts, notifications and workflows. It sends nothing to anyone. You can remove it
        later in Settings → Workspace.
      </Confirm>
    </>
  )
}
