import type { Step } from './definition.ts'
import { Graph } from './graph.tsx'
import { StepList } from './step-list.tsx'
import styles from './step-preview.module.css'

/** The steps as a graph; on a phone as a list. */
export function StepPreview({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <>
      <Graph label={label} steps={steps} />
      <div className={styles.listed}>
        <StepList steps={steps} />
      </div>
    </>
  )
}
