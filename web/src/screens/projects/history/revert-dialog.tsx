import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { say } from '../../../ui/toasts.tsx'

interface Props {
  type: string
  id: string
  revision: number
  onClose: () => void
}

export function RevertDialog({ type, id, revision, onClose }: Props) {
  const client = useQueryClient()
  const revert = useMutation({
    mutationFn: () => api.projects.revert(type, id, { revision }),
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: ['projects'] })
      say(`Restored revision ${revision} as revision ${project.revision}.`)
      onClose()
    },
  })
  return (
    <Dialog title={`Restore revision ${revision}?`} isOpen onClose={onClose}>
      <p>It becomes the newest version. The current version stays in the history.</p>
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="first" isPending={revert.isPending} onPress={() => revert.mutate()}>
          Restore
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
