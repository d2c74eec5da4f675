import type { WorkflowRunStep } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '../../ui/facts.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { When } from '../../ui/when.tsx'
import looks from './output/output.module.css'
import { RecordCard } from './output/record-card.tsx'
import { findRecords } from './output/records.ts'
import type { RunStep } from './step-state.ts'
import styles from './timeline.module.css'

export function StepDetails({ step }: { step: RunStep & Partial<WorkflowRunStep> }) {
  const { input, output, started_at, ended_at, next_at, waits_for, attempts, path } = step
  // A run of another workflow; the input names it by id or slug.
  const { workflow } = (input ?? {}) as { workflow?: unknown }
  const subRun =
    waits_for?.type === 'run' && typeof workflow === 'string'
      ? `/workflows/${workflow}/runs/${waits_for.id}`
      : undefined
  const hasInput = input !== null && input !== undefined
  const hasOutput = output !== null && output !== undefined
  const records = findRecords(output)
  return (
    <div className={styles.details}>
      <Facts>
        <Fact name="Path">
          <code>{path}</code>
        </Fact>
        <Fact name="Started">{started_at && <When at={started_at} />}</Fact>
        <Fact name="Ended">{ended_at && <When at={ended_at} />}</Fact>
        <Fact name="Attempts">{attempts || null}</Fact>
        <Fact name="Continues">{next_at && !ended_at ? <When at={next_at} /> : null}</Fact>
        {waits_for && (
          <Fact name={ended_at ? 'Waited for' : 'Waiting for'}>
            {subRun ? <Link to={subRun}>a run</Link> : `a ${waits_for.type}`}{' '}
            <code>{waits_for.id}</code>
          </Fact>
        )}
      </Facts>
      {hasInput && (
        <div>
          <p className={styles.what}>Input</p>
          <JsonView label={`Input of ${path}`} value={input} />
        </div>
      )}
      {hasOutput && (
        <div>
          <p className={styles.what}>Output</p>
          {records.length > 0 && (
            <div className={looks.records}>
              {records.map((record) => (
                <RecordCard key={`${record.kind} ${record.id}`} record={record} />
              ))}
            </div>
          )}
          <JsonView label={`Output of ${path}`} value={output} />
        </div>
      )}
      {!hasInput && !hasOutput && <p className={styles.nothing}>No input or output yet.</p>}
    </div>
  )
}
