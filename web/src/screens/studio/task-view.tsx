import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EndedView } from './ended-view.tsx'
import { FindingsView } from './findings/findings-view.tsx'
import { askedQuery } from './queries.ts'
import { ResultView } from './result-view.tsx'
import { RunningView } from './running-view.tsx'
import styles from './studio.module.css'
import { readResult } from './tool-result.ts'
import { isReader } from './tools.ts'
import { useTask } from './use-task.ts'

/** A task: its progress, its result or its failure. */
export function TaskView({ id }: { id: string }) {
  // Loads in parallel with the task.
  usePrefetchQuery(askedQuery(id))
  return (
    <Suspense fallback={<Waiting />}>
      <Known id={id} />
    </Suspense>
  )
}

function Known({ id }: { id: string }) {
  const task = useTask(id)
  const { data: asked } = useSuspenseQuery(askedQuery(id))
  const result = readResult(task)
  if (result && isReader(task.kind)) {
    return <FindingsView task={task} result={result} asked={asked} />
  }
  if (result) return <ResultView task={task} result={result} asked={asked} />
  if (task.status === 'FAILURE') {
    return <EndedView task={task} asked={asked} />
  }
  return <RunningView task={task} asked={asked} />
}

function Waiting() {
  return (
    <div className={styles.bench} role="status" aria-label="Loading">
      <div className={styles.stage}>
        <div className={styles.middle}>
          <Skeleton width="60%" height={320} />
        </div>
      </div>
      <div className={`${styles.panel} ${styles.toCome}`}>
        <Skeleton width={160} height={20} />
        <Skeleton height={90} />
        <Skeleton height={34} />
      </div>
    </div>
  )
}
