import type { WorkflowRunStatus, WorkflowRunStep } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from '../../app/search-params.ts'
import { listParts, type Step } from './definition.ts'
import { runStepsQuery } from './queries.ts'
import styles from './timeline.module.css'
import { TimelineStep } from './timeline-step.tsx'

interface Props {
  workflowId: string
  run: WorkflowRunStatus
  /** The steps of the definition, for their titles. */
  steps: Step[]
}

/** All steps of the run in order: the graph as text, plus details that cannot be drawn. */
export function Timeline({ workflowId, run, steps }: Props) {
  const [{ step: open }, change] = useSearchParams()
  const data = useQuery(runStepsQuery(workflowId, run.run_id)).data
  const withData = new Map(data?.results.map((step) => [step.path, step]))
  const inDocument = byId(steps)
  const end = run.end_time || Math.max(Date.now(), run.update_time)
  return (
    <ol className={styles.timeline} aria-label="Steps of the run">
      {run.steps.map((step) => (
        <TimelineStep
          key={step.path}
          workflowId={workflowId}
          runId={run.run_id}
          step={{ ...withData.get(step.path), ...step } as Partial<WorkflowRunStep> & typeof step}
          inDocument={inDocument.get(step.id)}
          from={run.start_time}
          until={end}
          isOpen={open === step.path}
          onToggle={() =>
            change({ step: open === step.path ? undefined : step.path }, { isReplacing: true })
          }
        />
      ))}
    </ol>
  )
}

function byId(steps: Step[]): Map<string, Step> {
  const inside = steps.flatMap((step) => listParts(step).flatMap((part) => [...byId(part.steps)]))
  return new Map([...steps.map((step) => [step.id, step] as const), ...inside])
}
