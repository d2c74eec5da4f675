import type { NewWorkflowTrigger, Workflow } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { MoreOptions } from '../../ui/more-options.tsx'
import { Segments } from '../../ui/segments.tsx'
import { triggersQuery } from './queries.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import {
  type Overlap,
  overlaps,
  readInput,
  schemes,
  type TriggerKind,
  triggerKinds,
  type Verify,
} from './trigger-words.ts'

interface Props {
  workflow: Workflow
  onClose: () => void
}

const atFirst = {
  title: '',
  cron: '0 9 * * mon',
  tz: '',
  event: '',
  filter: '',
  verify: 'token' as Verify,
  overlap: 'skip' as Overlap,
  input: '',
}

/** Creates a trigger. */
export function NewTrigger({ workflow, onClose }: Props) {
  const queryClient = useQueryClient()
  const [kind, setKind] = useState<TriggerKind>('schedule')
  const [values, setValues] = useState(atFirst)
  const set = (part: Partial<typeof atFirst>) => setValues({ ...values, ...part })
  const { title, cron, tz, event, filter, verify, overlap, input } = values
  const parsed = readInput(input)
  const create = useMutation({
    mutationFn: () =>
      api.workflows.createTrigger(workflow.id, {
        ...{ kind, title, overlap, input: parsed ?? {} },
        ...(kind === 'schedule' && { cron, ...(tz && { tz }) }),
        ...(kind === 'event' && { event, ...(filter && { filter }) }),
        ...(kind === 'webhook' && { verify }),
      }),
    onSuccess: async ({ url }) => {
      await queryClient.invalidateQueries({ queryKey: triggersQuery(workflow.id).queryKey })
      if (!url) onClose()
    },
    meta: { showsErrors: true },
  })
  if (create.data?.url) return <CreatedWebhook trigger={create.data} onClose={onClose} />
  return (
    <FormDialog
      title="New trigger"
      action="Create trigger"
      send={create}
      isIncomplete={parsed === undefined}
      onClose={onClose}
    >
      <Segments
        label="Start the workflow by"
        options={triggerKinds}
        value={kind}
        onChange={setKind}
      />
      {kind === 'schedule' && (
        <ScheduleFields
          cron={cron}
          tz={tz}
          onCron={(to) => set({ cron: to })}
          onTz={(to) => set({ tz: to })}
        />
      )}
      {kind === 'event' && (
        <>
          <Field
            label="Event"
            hint="An event type such as pm_task.completed, or a prefix such as pm_task.*"
            value={event}
            onChange={(to) => set({ event: to })}
            isRequired
          />
          <Field
            label="Only if (optional)"
            hint="A condition, such as event.data.board == 'launch'"
            value={filter}
            onChange={(to) => set({ filter: to })}
          />
        </>
      )}
      {kind === 'webhook' && (
        <Choice
          label="Verify requests by"
          options={schemes}
          value={verify}
          onChange={(to) => set({ verify: to })}
        />
      )}
      <Field
        label="Name (optional)"
        maxLength={120}
        value={title}
        onChange={(to) => set({ title: to })}
      />
      <MoreOptions isForcedOpen={parsed === undefined}>
        <Choice
          label="If the previous run is unfinished"
          options={overlaps}
          value={overlap}
          onChange={(to) => set({ overlap: to })}
        />
        <Field
          label="Input"
          hint={`JSON for the run, such as ${inputExamples[kind]}`}
          error={parsed === undefined ? 'This must be a JSON object.' : undefined}
          value={input}
          onChange={(to) => set({ input: to })}
          rows={3}
        />
      </MoreOptions>
    </FormDialog>
  )
}

const inputExamples: Record<TriggerKind, string> = {
  schedule: example('day', 'scheduled_for'),
  event: example('task', 'event.object.id'),
  webhook: example('name', 'body.name'),
}

function example(name: string, field: string): string {
  return `{"${name}": "\${trigger.${field}}"}`
}

/** The URL and secret of a webhook, which are shown once. */
function CreatedWebhook({
  trigger: { url, secret },
  onClose,
}: {
  trigger: NewWorkflowTrigger
  onClose: () => void
}) {
  return (
    <Dialog title="Webhook created" isOpen onClose={onClose}>
      <div className={form.form}>
        <p>Send requests to this URL. Copy it now, because it is shown only once.</p>
        <CopyText text={url ?? ''} />
        {secret && (
          <>
            <p>Sign requests with this secret. It is shown only once, too.</p>
            <CopyText text={secret} />
          </>
        )}
        <DialogButtons>
          <Button kind="first" onPress={onClose}>
            Done
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
