import type { WorkflowRunStatus } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { When } from '../../ui/when.tsx'
import { formatSpan } from './durations.ts'
import { OutputView } from './output/output-view.tsx'
import { recordFinder } from './output/records.ts'
import { recentRunsQuery, runStepsQuery } from './queries.ts'
import styles from './run-facts.module.css'

/** Who started the run, when, its input and its output. */
export function RunFacts({ workflowId, run }: { workflowId: string; run: WorkflowRunStatus }) {
  const { started_by, start_time, end_time, version, source, parent_run_id, reason } = run
  const error = run.output.error as { message?: string; step?: string } | undefined
  const steps = useQuery(runStepsQuery(workflowId, run.run_id)).data?.results
  const find = useMemo(() => recordFinder((steps ?? []).map(({ output }) => output)), [steps])
  const hasOutput = run.status === 'COMPLETED' && Object.keys(run.output).length > 0
  return (
    <div className={styles.facts}>
      <p className={styles.line}>
        <Avatar name={started_by.name} isAgent={started_by.kind === 'agent'} size={20} />
        <span>
          {started_by.name}
          {source && `, from ${source}`}
        </span>
        <span>
          started <When at={start_time} />
        </span>
        {end_time > 0 && <span>took {formatSpan(start_time, end_time)}</span>}
        <span>version {version}</span>
        {parent_run_id && <ParentRun id={parent_run_id} />}
      </p>
      {error?.message && (
        <p className={styles.error} role="alert">
          {error.step && <strong>{error.step}: </strong>}
          {error.message}
        </p>
      )}
      {reason && !error?.message && <p className={styles.reason}>{reason}</p>}
      {Object.keys(run.input).length > 0 && (
        <details>
          <summary>Input</summary>
          <JsonView label="Input of the run" value={run.input} />
        </details>
      )}
      {hasOutput && (
        <details open>
          <summary>Output</summary>
          {steps && <OutputView label="Output of the run" value={run.output} find={find} />}
        </details>
      )}
    </div>
  )
}

/** A run's URL needs its workflow, and a sub-run does not know its parent's. */
function ParentRun({ id }: { id: string }) {
  const parent = useQuery(recentRunsQuery).data?.results.find(({ run_id }) => run_id === id)
  if (!parent) return <span>part of another run</span>
  return (
    <Link to={`/workflows/${parent.definition_id}/runs/${id}` as string}>part of another run</Link>
  )
}
