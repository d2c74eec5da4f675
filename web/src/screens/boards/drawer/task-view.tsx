import { Suspense } from 'react'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { Task } from '../model.ts'
import { Activity } from './activity.tsx'
import { Attachments } from './attachments.tsx'
import { Checklist } from './checklist.tsx'
import { Comments } from './comments.tsx'
import { Dependencies } from './dependencies.tsx'
import { DescriptionField } from './description-field.tsx'
import { Properties } from './properties.tsx'
import { Subtasks } from './subtasks.tsx'
import styles from './task-view.module.css'
import { TitleField } from './title-field.tsx'

export function TaskView({ task, tasks }: { task: Task; tasks: Task[] }) {
  return (
    <div className={styles.view}>
      <div className={styles.text}>
        <TitleField task={task} />
        <DescriptionField task={task} />
      </div>
      <aside className={styles.side} aria-label="Properties">
        <Properties task={task} />
      </aside>
      <div className={styles.rest}>
        <Checklist task={task} />
        <Subtasks task={task} tasks={tasks} />
        <Suspense fallback={<SkeletonRows count={4} height={32} />}>
          <Dependencies task={task} tasks={tasks} />
          <Attachments task={task} />
          <Comments task={task} />
          <Activity task={task} />
        </Suspense>
      </div>
    </div>
  )
}
