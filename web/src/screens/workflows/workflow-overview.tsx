import type { Workflow } from '@atelier/sdk'
import { readSteps } from './definition.ts'
import { Graph } from './graph.tsx'
import { StepList } from './step-list.tsx'
import styles from './workflow-overview.module.css'

/** What the workflow does, as a graph and as a list. */
export function WorkflowOverview({
  workflow,
}: {
  workflow: Pick<Workflow, 'title' | 'description' | 'definition'>
}) {
  const steps = readSteps(workflow.definition.steps)
  return (
    <div className={styles.overview}>
      {workflow.description && <p className={styles.text}>{workflow.description}</p>}
      <Graph label={`Steps of ${workflow.title}`} steps={steps} />
      <section className={styles.listed} aria-label="Steps">
        <StepList steps={steps} />
      </section>
    </div>
  )
}
