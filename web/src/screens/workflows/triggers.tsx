import type { Workflow, WorkflowTrigger } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AlarmClock, Pause, Play, Plus, Trash2, Zap } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { say } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import { Firings } from './firings.tsx'
import { NewTrigger } from './new-trigger.tsx'
import { triggersQuery } from './queries.ts'
import { describeRule, nameTrigger } from './trigger-words.ts'
import styles from './triggers.module.css'

/** What starts the workflow by itself. */
export function Triggers({ workflow }: { workflow: Workflow }) {
  const list = useQuery(triggersQuery(workflow.id))
  const mayWrite = useMay('workflows:write')
  const [isAdding, setAdding] = useState(false)
  if (list.isError) throw list.error
  if (!list.data) return <SkeletonRows count={3} />
  const add = mayWrite && (
    <Button onPress={() => setAdding(true)}>
      <Plus /> New trigger
    </Button>
  )
  return (
    <>
      {list.data.count === 0 ? (
        <Empty icon={<AlarmClock />} title="No triggers" action={add}>
          A trigger starts this workflow on a schedule, after an event, or by a webhook.
        </Empty>
      ) : (
        <div className={styles.triggers}>
          <div>{add}</div>
          {list.data.results.map((trigger) => (
            <TriggerCard key={trigger.id} trigger={trigger} />
          ))}
        </div>
      )}
      {isAdding && <NewTrigger workflow={workflow} onClose={() => setAdding(false)} />}
    </>
  )
}

function TriggerCard({ trigger }: { trigger: WorkflowTrigger }) {
  const { id, workflow_id, is_active, next_fire_at } = trigger
  const queryClient = useQueryClient()
  const mayWrite = useMay('workflows:write')
  const mayRun = useMay('workflows:run')
  const onSuccess = () =>
    queryClient.invalidateQueries({ queryKey: triggersQuery(workflow_id).queryKey })
  const toggle = useMutation({
    mutationFn: () => api.workflows.updateTrigger(workflow_id, id, { is_active: !is_active }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: () => api.workflows.deleteTrigger(workflow_id, id),
    onSuccess,
  })
  const test = useMutation({
    mutationFn: () => api.workflows.fireTrigger(workflow_id, id, {}),
    onSuccess: ({ outcome, reason }) => {
      say(outcome === 'started' ? 'A run started.' : (reason ?? 'No run started.'))
      return onSuccess()
    },
  })
  const name = nameTrigger(trigger)
  return (
    <section aria-label={name} className={styles.trigger}>
      <header className={styles.head}>
        <Badge tone={is_active ? 'good' : 'plain'}>{is_active ? 'Active' : 'Paused'}</Badge>
        <h2>{name}</h2>
        <span className={styles.rule}>{describeRule(trigger)}</span>
        {next_fire_at && (
          <span className={styles.soft}>
            Next <When at={next_fire_at} />
          </span>
        )}
      </header>
      <div className={styles.actions}>
        {mayWrite && (
          <Button size="small" onPress={() => toggle.mutate()} isPending={toggle.isPending}>
            {is_active ? <Pause /> : <Play />} {is_active ? 'Pause' : 'Resume'}
          </Button>
        )}
        {mayRun && (
          <Button size="small" onPress={() => test.mutate()} isPending={test.isPending}>
            <Zap /> Test now
          </Button>
        )}
        {mayWrite && (
          <ConfirmButton
            label="Delete"
            icon={<Trash2 />}
            title={`Delete “${name}”?`}
            text="Its history is deleted too. Runs it started stay."
            onConfirm={() => remove.mutate()}
          />
        )}
      </div>
      <Firings trigger={trigger} />
    </section>
  )
}
