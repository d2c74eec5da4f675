import type { Status } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { FormDialog } from '../../../app/form-dialog.tsx'
import { tasksQuery } from '../queries.ts'
import { useOtherColumn } from './use-other-column.tsx'

/** Deletes a column. Its tasks move to another column. */
export function DeleteStatusDialog({ status, onClose }: { status: Status; onClose: () => void }) {
  const client = useQueryClient()
  const { board, target, field } = useOtherColumn(status)
  const remove = useMutation({
    mutationFn: () =>
      api.boards.deleteStatus(board.id, status.id, target === null ? {} : { move_to: target }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['boards'] })
      void client.invalidateQueries({ queryKey: tasksQuery(board.id).queryKey })
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={`Delete the column ${status.title}?`}
      action="Delete column"
      isDanger
      send={remove}
      onClose={onClose}
    >
      {field}
    </FormDialog>
  )
}
