import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, Copy, Link2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMe } from '../../../app/session.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Menu, MenuAction } from '../../../ui/menu.tsx'
import { say } from '../../../ui/toasts.tsx'
import { useBoard } from '../board-context.ts'
import { copyLink } from '../copy-link.ts'
import type { Task } from '../model.ts'
import { forgetTask, keepTask } from '../tasks-cache.ts'
import styles from './task-bar.module.css'

interface Props {
  task: Task
  tasks: Task[]
  onClose: () => void
}

/** Identifies the task, and offers actions for the whole task. */
export function TaskBar({ task, tasks, onClose }: Props) {
  const { board, mayWrite } = useBoard()
  const { workspace_id } = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const buildHref = ({ slug }: Task) => `/boards/${board.slug}/${slug}` as string
  const clone = useMutation({
    mutationFn: () => api.boardTasks.clone(task.id, { with_subtasks: true }),
    onSuccess: (copy) => {
      keepTask(client, copy as Task)
      say(`${copy.slug} is a copy of ${task.slug}.`)
      void navigate({ to: buildHref(copy as Task), search: true as never })
    },
  })
  const parent = tasks.find(({ id }) => id === task.parent)
  return (
    <>
      <span className={styles.where}>
        {parent && (
          <>
            <Link to={buildHref(parent)} search={true as never} title={parent.title}>
              {parent.slug}
            </Link>
            <ChevronRight size={14} aria-hidden />
          </>
        )}
        <strong>{task.slug}</strong>
      </span>
      <IconButton label="Copy link" onPress={() => copyLink(`/tasks/${task.slug}`, workspace_id)}>
        <Link2 />
      </IconButton>
      {mayWrite && (
        <Menu label="Task actions">
          <MenuAction icon={<Copy />} onAction={() => clone.mutate()}>
            Clone
          </MenuAction>
          <MenuAction icon={<Trash2 />} isDanger onAction={() => setDeleting(true)}>
            Delete …
          </MenuAction>
        </Menu>
      )}
      {isDeleting && (
        <DeleteDialog task={task} onClose={() => setDeleting(false)} onDeleted={onClose} />
      )}
    </>
  )
}

function DeleteDialog(props: { task: Task; onClose: () => void; onDeleted: () => void }) {
  const { task, onClose, onDeleted } = props
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.boardTasks.delete(task.id),
    onSuccess: () => {
      onDeleted()
      forgetTask(client, task.board, task.id)
    },
  })
  return (
    <Confirm
      title={`Delete ${task.slug}?`}
      onClose={onClose}
      action="Delete task"
      isDanger
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      “{task.title}” and its subtasks are deleted. This cannot be undone.
    </Confirm>
  )
}
