import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSearchParams } from '../../app/search-params.ts'
import { Page } from '../../ui/page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { readSteps } from './definition.ts'
import { Graph } from './graph.tsx'
import { type RunStatus, runQuery, versionQuery, workflowQuery } from './queries.ts'
import { RunBadge } from './run-badge.tsx'
import { RunControls } from './run-controls.tsx'
import { RunFacts } from './run-facts.tsx'
import styles from './run-screen.module.css'
import { listStates } from './step-state.ts'
import { Timeline } from './timeline.tsx'
import { useFollowRun } from './use-follow-run.ts'

/** A run: the graph with the path taken, and the input and output of each step. */
export function RunScreen() {
  const { id, run: runId } = useParams({ strict: false }) as { id: string; run: string }
  const [{ step }, change] = useSearchParams()
  const { data: run } = useSuspenseQuery(runQuery(id, runId))
  useFollowRun(id, runId, run.end_time === 0)
  // Undefined for a deleted workflow; its runs continue without a graph.
  const workflow = useQuery(workflowQuery(id)).data
  const version = useQuery(versionQuery(id, run.version))
  const title = workflow?.title ?? String(version.data?.definition.title ?? 'Run')
  const steps = readSteps(version.data?.definition.steps)
  const select = (chosen: string) => {
    const path = run.steps.find((one) => one.id === chosen)?.path ?? chosen
    change({ step: path === step ? undefined : path }, { isReplacing: true })
  }
  return (
    <Page
      title={title}
      up={{ to: `/workflows/${id}?view=runs`, label: 'Workflow' }}
      beside={
        <span role="status" className={styles.status}>
          <RunBadge status={run.status as RunStatus} />
        </span>
      }
      actions={<RunControls workflowId={id} run={run} />}
      isWide
    >
      <div className={styles.run}>
        <div className={styles.drawn}>
          {version.isPending && <SkeletonRows count={4} height={50} />}
          {steps.length > 0 && (
            <Graph
              label="Run graph"
              steps={steps}
              states={listStates(run.steps)}
              selected={run.steps.find(({ path }) => path === step)?.id}
              onSelect={select}
            />
          )}
          {version.isError && (
            <p className={styles.gone}>The workflow was deleted, so there is no graph.</p>
          )}
        </div>
        <div className={styles.told}>
          <RunFacts workflowId={id} run={run} />
          <Timeline workflowId={id} run={run} steps={steps} />
        </div>
      </div>
    </Page>
  )
}
