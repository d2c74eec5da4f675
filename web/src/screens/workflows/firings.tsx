import type { WorkflowTrigger, WorkflowTriggerFiring } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { When } from '../../ui/when.tsx'
import { firingsQuery } from './queries.ts'
import styles from './triggers.module.css'

const tones: Record<WorkflowTriggerFiring['outcome'], Tone> = {
  started: 'good',
  queued: 'accent',
  skipped: 'plain',
  failed: 'bad',
}

/** The last times that a trigger fired, and what came of it. */
export function Firings({ trigger }: { trigger: WorkflowTrigger }) {
  const { id, workflow_id } = trigger
  const { data } = useQuery(firingsQuery(workflow_id, id))
  if (!data) return null
  if (data.count === 0) return <p className={styles.soft}>It has not fired yet.</p>
  const isPart = data.count > data.results.length
  return (
    <>
      {isPart && (
        <p className={styles.soft}>
          The last {data.results.length} of {data.count} firings
        </p>
      )}
      <ul className={styles.firings} aria-label="History">
        {data.results.map(({ id: firingId, outcome, reason, run_id, fired_at }) => (
          <li key={firingId}>
            <Badge tone={tones[outcome]}>{outcome}</Badge>
            <When at={fired_at} />
            {run_id ? (
              <Link to={`/workflows/${workflow_id}/runs/${run_id}` as string}>Open the run</Link>
            ) : (
              <span className={styles.soft}>{reason}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
