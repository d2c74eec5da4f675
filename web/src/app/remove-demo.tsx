import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { say } from '../ui/toasts.tsx'
import { api } from './api.ts'

/** Removes the demo data. */
export function RemoveDemo() {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.workspaces.removeDemoData(),
    onSuccess: ({ kept }) => {
      void queryClient.invalidateQueries()
      const rest = kept === 1 ? ' 1 record stays.' : kept > 1 ? ` ${kept} records stay.` : ''
      say(`Demo data removed.${rest}`)
    },
  })
  return (
    <>
      <Button isDisabled={remove.isPending} onPress={() => setAsking(true)}>
        <Trash2 />
        {remove.isPending ? 'Removing demo data …' : 'Remove demo data'}
      </Button>
      <Confirm
        title="Remove demo data?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Remove"
        onConfirm={() => {
          setAsking(false)
          remove.mutate()
        }}
      >
        This removes the example members, their board, drafts and workflows, and what the workflows
        created. Its notifications are archived. Your own records stay, also those that you added to
        the demo board or teamspaces, and workflows that you changed.
      </Confirm>
    </>
  )
}
