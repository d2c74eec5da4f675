import type { Task } from '@atelier/sdk'
import { CircleAlert, CircleSlash } from 'lucide-react'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { When } from '../../ui/when.tsx'
import { SettingsUsed } from './settings-used.tsx'
import styles from './studio.module.css'
import type { TaskRequest } from './task-request.ts'
import { failuresOf } from './tool-result.ts'
import { nameOfKind } from './tools.ts'
import { useGoToBench } from './use-studio-search.ts'

/** A task without a result: why, and what to do. */
export function EndedView({ task, asked }: { task: Task; asked: TaskRequest }) {
  const goTo = useGoToBench()
  const mayWork = useMay('tools:write')
  const title = nameOfKind(task.kind)
  const isCancelled = task.state === 'REVOKED'
  return (
    <div className={styles.bench}>
      <div className={styles.stage}>
        <Empty
          icon={isCancelled ? <CircleSlash size={22} /> : <CircleAlert size={22} />}
          title={isCancelled ? 'Task cancelled' : 'Task failed'}
          action={
            mayWork &&
            (asked.picture && asked.tool ? (
              <Button
                kind="first"
                onPress={() =>
                  goTo({ picture: asked.picture, tool: asked.tool, from: task.task_id })
                }
              >
                {isCancelled ? 'Try again' : 'Edit and try again'}
              </Button>
            ) : (
              <Button onPress={() => goTo({})}>Start with an image</Button>
            ))
          }
        >
          {isCancelled ? 'No result was created.' : <Reasons task={task} />}
        </Empty>
      </div>
      <aside className={styles.panel} aria-label="Task">
        <h2>{title}</h2>
        <p className={styles.soft}>
          {isCancelled ? 'Cancelled' : 'Failed'} <When at={task.finished_at ?? task.created_at} />
          {task.attempts > 1 && ` after ${task.attempts} attempts`}.
        </p>
        <SettingsUsed asked={asked} />
      </aside>
    </div>
  )
}

function Reasons({ task }: { task: Task }) {
  const failures = failuresOf(task)
  if (failures.length === 0) return <p role="alert">{task.error}</p>
  return (
    <div role="alert">
      {failures.map(({ code, message, field }) => (
        <p key={code + field}>
          {message} {field && <small>({field})</small>}
        </p>
      ))}
    </div>
  )
}
