import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { say } from '../ui/toasts.tsx'
import { api } from './api.ts'

/** Fills the workspace with demo data. */
export function DemoButton() {
  const queryClient = useQueryClient()
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
    <Button isDisabled={load.isPending} onPress={() => isIdle() && load.mutate()}>
      <Sparkles />
      {load.isPending ? 'Loading demo data …' : 'Load demo data'}
    </Button>
  )
}
