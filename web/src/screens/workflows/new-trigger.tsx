import type { CreateWorkflowTriggerBody, Workflow } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Choice } from '../../ui/choice.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { When } from '../../ui/when.tsx'
import { triggersQuery } from './queries.ts'
import styles from './triggers.module.css'

type Kind = CreateWorkflowTriggerBody['kind']
type Verify = NonNullable<CreateWorkflowTriggerBody['verify']>

const kinds: { id: Kind; label: string }[] = [
  { id: 'schedule', label: 'On a schedule' },
  { id: 'event', label: 'After an event' },
  { id: 'webhook', label: 'By a webhook' },
]

const schemes: { id: Verify; label: string }[] = [
  { id: 'token', label: 'Secret URL' },
  { id: 'standard-webhooks', label: 'Standard Webhooks' },
  { id: 'github', label: 'GitHub' },
  { id: 'stripe', label: 'Stripe' },
  { id: 'slack', label: 'Slack' },
  { id: 'hmac-sha256', label: 'HMAC-SHA256' },
]

interface Props {
  workflow: Workflow
  onClose: () => void
}

/** Creates a trigger; the URL and secret of a webhook are shown once. */
export function NewTrigger({ workflow, onClose }: Props) {
  const queryClient = useQueryClient()
  const [kind, setKind] = useState<Kind>('schedule')
  const [title, setTitle] = useState('')
  const [cron, setCron] = useState('0 9 * * mon')
  const [event, setEvent] = useState('pm_task.completed')
  const [verify, setVerify] = useState<Verify>('token')
  const [input, setInput] = useState('{}')
  const create = useMutation({
    mutationFn: () =>
      api.workflows.createTrigger(workflow.id, {
        ...{ kind, title, input: JSON.parse(input) as Record<string, unknown> },
        ...(kind === 'schedule' && { cron }),
        ...(kind === 'event' && { event }),
        ...(kind === 'webhook' && { verify }),
      }),
    onSuccess: async ({ url }) => {
      await queryClient.invalidateQueries({ queryKey: triggersQuery(workflow.id).queryKey })
      if (!url) onClose()
    },
    meta: { showsErrors: true },
  })
  if (create.data?.url) {
    return (
      <Dialog title="Webhook created" isOpen onClose={onClose}>
        <p>Copy these now. They are shown only once.</p>
        <CopyText text={create.data.url} />
        {create.data.secret && <CopyText text={create.data.secret} />}
      </Dialog>
    )
  }
  return (
    <FormDialog title="New trigger" action="Create trigger" send={create} onClose={onClose}>
      <Choice label="Starts" options={kinds} value={kind} onChange={setKind} />
      <Field label="Name" value={title} onChange={setTitle} />
      {kind === 'schedule' && (
        <>
          <Field
            label="Cron expression"
            hint="Minute, hour, day, month, weekday"
            value={cron}
            onChange={setCron}
            isRequired
          />
          <NextTimes cron={cron} />
        </>
      )}
      {kind === 'event' && (
        <Field
          label="Event"
          hint="A type, or a prefix such as pm_task.*"
          value={event}
          onChange={setEvent}
          isRequired
        />
      )}
      {kind === 'webhook' && (
        <Choice label="Verified by" options={schemes} value={verify} onChange={setVerify} />
      )}
      <Field
        label="Input"
        hint="JSON. Expressions such as ${trigger.body.name} are filled in."
        value={input}
        onChange={setInput}
        rows={4}
      />
    </FormDialog>
  )
}

function NextTimes({ cron }: { cron: string }) {
  const { data } = useQuery({
    queryKey: ['schedulePreview', cron],
    queryFn: ({ signal }) => api.workflows.previewSchedule({ cron, count: 3 }, { signal }),
    retry: false,
    meta: { showsErrors: true },
  })
  if (!data) return null
  return (
    <p className={styles.soft}>
      Next: {data.times.map(({ local }) => local.replace('T', ' ')).join(', ')} ({data.tz}){' '}
      {data.times[0] && <When at={data.times[0].at} />}
    </p>
  )
}
