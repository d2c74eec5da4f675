import type { Task } from '@atelier/sdk'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert, CircleSlash } from 'lucide-react'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { readDraft, writeDraft } from '../../ui/drafts.ts'
import { Empty } from '../../ui/empty.tsx'
import { When } from '../../ui/when.tsx'
import { canCorrect, placeOfStrokes } from './brush/can-correct.ts'
import { listStrokes, type Refinement } from './brush/strokes.ts'
import { SettingsUsed } from './settings-used.tsx'
import styles from './studio.module.css'
import type { TaskRequest } from './task-request.ts'
import { readFailures } from './tool-result.ts'
import { nameOfKind } from './tools.ts'
import { useGoToBench } from './use-studio-search.ts'
import { useTaskSearch } from './use-task-search.ts'

/** A task without a result: why, and what to do. */
export function EndedView({ task, asked }: { task: Task; asked: TaskRequest }) {
  const goTo = useGoToBench()
  const mayWork = useMay('tools:write')
  const { against } = useTaskSearch()
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
            (against && canCorrect(asked) ? (
              <EditStrokes against={against} refine={asked.settings.refine} />
            ) : asked.picture && asked.tool ? (
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

/** Back to the result that was to be corrected, with the strokes that were sent. */
function EditStrokes({ against, refine }: { against: string; refine: Refinement | undefined }) {
  const navigate = useNavigate()
  const edit = () => {
    // Strokes that were painted since then stay.
    const place = placeOfStrokes(against)
    if (readDraft(place) === undefined) writeDraft(place, listStrokes(refine, noSize))
    void navigate({
      to: '/studio/$task' as string,
      params: { task: against } as never,
      search: { correct: true } as never,
    })
  }
  return (
    <Button kind="first" onPress={edit}>
      Edit the strokes
    </Button>
  )
}

/** Strokes from the console always have a width. */
const noSize = { width: 0, height: 0 }

function Reasons({ task }: { task: Task }) {
  const failures = readFailures(task)
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
