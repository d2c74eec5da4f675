import type { Task } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { api } from '../../app/api.ts'
import { describeProgress } from '../../app/progress-words.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { When } from '../../ui/when.tsx'
import { taskQuery } from './queries.ts'
import { SettingsUsed } from './settings-used.tsx'
import styles from './studio.module.css'
import type { TaskRequest } from './task-request.ts'
import { nameOfKind } from './tools.ts'
import { UnderWay } from './under-way.tsx'

/** A task before its end: its place in the queue, then its stage and progress. */
export function RunningView({ task, asked }: { task: Task; asked: TaskRequest }) {
  const queryClient = useQueryClient()
  const { queryKey } = taskQuery(task.task_id)
  const cancel = useMutation({
    mutationFn: () => api.tasks.cancel(task.task_id),
    onSuccess: (cancelled) => queryClient.setQueryData(queryKey, cancelled),
  })
  const mayCancel = useMay('tasks:write')
  const title = nameOfKind(task.kind)
  return (
    <div className={styles.bench}>
      <div className={styles.stage}>
        <UnderWay picture={asked.picture} />
      </div>
      <aside className={styles.panel} aria-label="Progress">
        <h2>{title}</h2>
        <div aria-live="polite">
          <Progress {...describeTaskProgress(task)} />
        </div>
        <p className={styles.soft}>
          Started <When at={task.created_at} />
          {task.attempts > 1 && `, attempt ${task.attempts}`}. It keeps running if you leave this
          page.
        </p>
        {mayCancel && (
          <Button isDisabled={cancel.isPending} onPress={() => cancel.mutate()}>
            <X /> Cancel
          </Button>
        )}
        <SettingsUsed asked={asked} />
      </aside>
    </div>
  )
}

function describeTaskProgress(task: Task) {
  const { status, progress, queue_position: place } = task
  if (status !== 'PENDING' && status !== 'RETRY') return describeProgress(task, 'starting')
  const label = status === 'RETRY' ? 'waiting to retry' : placeInWords(place)
  return { label, percent: progress.percent }
}

function placeInWords(place: number | null): string {
  if (place === null) return 'waiting'
  return place === 1 ? 'next in the queue' : `number ${place} in the queue`
}
