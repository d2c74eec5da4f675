import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { useBoard } from '../board-context.ts'
import { StatusDialog } from '../kanban/status-dialog.tsx'
import { StatusMenu } from '../kanban/status-menu.tsx'
import { meanings } from '../model.ts'
import { boardQuery } from '../queries.ts'
import { Dot } from '../tag-mark.tsx'
import styles from './board-settings.module.css'

/** The columns in order. */
export function ColumnSettings() {
  const { board, mayWrite } = useBoard()
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const sort = useMutation({
    scope: { id: `columns of ${board.id}` },
    mutationFn: ({ id, order }: { id: string; order: number; ids: string[] }) =>
      api.boards.updateStatus(board.id, id, { order }),
    onMutate: ({ ids }) => {
      const statuses = ids.flatMap((id) => board.statuses.filter((one) => one.id === id))
      for (const name of [board.slug, board.id]) {
        client.setQueryData(
          boardQuery(name).queryKey,
          (before) => before && { ...before, statuses },
        )
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['boards'] }),
  })
  const onSort = (ids: string[]) => {
    const was = board.statuses.map(({ id }) => id)
    // One column was moved; the others only shifted.
    const id = was.find((one) => isMoved(was, ids, one))
    if (id !== undefined) sort.mutate({ id, order: ids.indexOf(id), ids })
  }
  return (
    <Section
      title="Columns"
      text="In board order, left to right. Moving a task into a column that means done completes it."
      action={
        mayWrite && (
          <Button size="small" onPress={() => setAdding(true)}>
            <Plus /> Add column
          </Button>
        )
      }
    >
      <SortableList
        label="Columns"
        entries={board.statuses.map((status) => ({ id: status.id, name: status.title, status }))}
        onSort={mayWrite ? onSort : undefined}
      >
        {({ status }) => (
          <>
            <Dot color={status.color} />
            <span className={styles.name}>{status.title}</span>
            <span className={styles.note}>
              {meanings.find(({ id }) => id === status.category)?.label}
            </span>
            {mayWrite && <StatusMenu status={status} />}
          </>
        )}
      </SortableList>
      {isAdding && <StatusDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** Whether the column changed its index while the others kept their order. */
function isMoved(was: string[], now: string[], id: string): boolean {
  const rest = (ids: string[]) => ids.filter((one) => one !== id).join()
  return was.indexOf(id) !== now.indexOf(id) && rest(was) === rest(now)
}
