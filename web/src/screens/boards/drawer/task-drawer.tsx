import { isNotFound } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { writeMessage } from '../../../app/query-client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { taskQuery } from '../queries.ts'
import { TaskBar } from './task-bar.tsx'
import { TaskView } from './task-view.tsx'

interface Props {
  /** The slug or id from the URL. */
  reference: string
  tasks: Task[]
  onClose: () => void
}

/** A task in a drawer over its board; on a phone it covers the whole page. */
export function TaskDrawer({ reference, tasks, onClose }: Props) {
  const { board } = useBoard()
  const named = tasks.find(({ id, slug }) => id === reference || slug === reference.toUpperCase())
  // A former slug, or a task of another board.
  const other = useQuery({ ...taskQuery(reference), enabled: !named })
  const task = named ?? tasks.find(({ id }) => id === other.data?.id)
  if (!task && other.data && other.data.board !== board.id) {
    return <Navigate to={`/boards/${other.data.board}/${other.data.slug}` as string} replace />
  }
  const title = task ? `${task.slug} ${task.title}` : reference
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      kind="drawer"
      bar={
        task ? <TaskBar task={task} tasks={tasks} onClose={onClose} /> : <span>{reference}</span>
      }
    >
      {task ? (
        <TaskView key={task.id} task={task} tasks={tasks} />
      ) : other.isError || other.data ? (
        <Empty icon={<SearchX size={22} />} title="Task not found">
          {isNotFound(other.error) || !other.error
            ? 'It may have been deleted, or you do not have access to its board.'
            : writeMessage(other.error)}
        </Empty>
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  )
}
