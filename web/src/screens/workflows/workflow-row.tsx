import type { WorkflowRun, WorkflowSummary } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { EntryRow } from '../../ui/entry-list.tsx'
import { When } from '../../ui/when.tsx'
import styles from './lists.module.css'
import { lastRunQuery } from './queries.ts'
import { RunBadge } from './run-badge.tsx'

interface Props {
  workflow: WorkflowSummary
  /** Its newest run among the recent runs of all workflows. */
  last: WorkflowRun | undefined
  /** The recent runs include all runs there are. */
  isRecentWhole: boolean
  isRecentKnown: boolean
  runningNow: number
}

export function WorkflowRow({ workflow, last, isRecentWhole, isRecentKnown, runningNow }: Props) {
  // The last run of a workflow that has not run recently needs its own request.
  const older = useQuery({
    ...lastRunQuery(workflow.id),
    enabled: isRecentKnown && !last && !isRecentWhole,
  })
  const run = last ?? older.data ?? undefined
  return (
    <EntryRow to={`/workflows/${workflow.id}`} title={workflow.title} text={workflow.description}>
      {runningNow > 0 && <span className={styles.now}>{runningNow} running</span>}
      <span className={styles.status}>
        {run ? (
          <>
            <RunBadge status={run.status} />
            <When at={run.start_time} />
          </>
        ) : (
          isRecentKnown && <span className={styles.never}>Never run</span>
        )}
      </span>
    </EntryRow>
  )
}
