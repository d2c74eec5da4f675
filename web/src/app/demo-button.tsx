import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { say } from '../ui/toasts.tsx'
import { api } from './api.ts'

/** Fills the workspace with something to look at. */
export function DemoButton() {
  const queryClient = useQueryClient()
  const load = useMutation({
    mutationFn: () => api.workspaces.loadDemoData(),
    onSuccess: () => {
      void queryClient.invalidateQueries()
      say('The demo data is there: look at the inbox, the board and the workflows.')
    },
  })
  return (
    <Button isDisabled={load.isPending} onPress={() => load.mutate()}>
      <Sparkles />
      {load.isPending ? 'Loading, which takes some seconds …' : 'Load the demo data'}
    </Button>
  )
}
