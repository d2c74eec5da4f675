import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { Confirm } from '../../../ui/confirm.tsx'
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
    <Confirm
      title={`Restore revision ${revision}?`}
      onClose={onClose}
      action="Restore"
      isPending={revert.isPending}
      onConfirm={() => revert.mutate()}
    >
      It becomes the newest version. The current version stays in the history.
    </Confirm>
  )
}
