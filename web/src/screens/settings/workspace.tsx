import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { DemoButton } from '../../app/demo-button.tsx'
import { workspaceQuery } from '../../app/queries.ts'
import { Refusal } from '../../app/refusal.tsx'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { submit } from '../../ui/submit.ts'
import { say } from '../../ui/toasts.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import styles from './settings.module.css'

const days = [
  { id: 'mon', label: 'Monday' },
  { id: 'sun', label: 'Sunday' },
  { id: 'sat', label: 'Saturday' },
] as const

const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id }))

export function WorkspacePart() {
  const mayWrite = useMay('workspaces:write')
  return (
    <div>
      <Basics isDisabled={!mayWrite} />
      <Approvals isDisabled={!mayWrite} />
      {mayWrite && <DemoSection />}
    </div>
  )
}

function Basics({ isDisabled }: { isDisabled: boolean }) {
  const queryClient = useQueryClient()
  const { workspace } = useSuspenseQuery(workspaceQuery).data
  const [name, setName] = useState(workspace.name)
  const [settings, setSettings] = useState(workspace.settings)
  const save = useMutation({
    mutationFn: () => {
      const { timezone, start_of_week } = settings
      return api.workspaces.updateCurrent({ name, settings: { timezone, start_of_week } })
    },
    onSuccess: (context) => {
      queryClient.setQueryData(workspaceQuery.queryKey, context)
      void queryClient.invalidateQueries({ queryKey: ['me'] })
      say('Workspace saved.')
    },
    meta: { showsErrors: true },
  })
  return (
    <Section title="Workspace" text={`Agents refer to it by its slug, ${workspace.slug}.`}>
      <Form className={styles.form} onSubmit={submit(() => save.mutate())}>
        <Field label="Name" isRequired isDisabled={isDisabled} value={name} onChange={setName} />
        <Choice
          label="Time zone"
          options={
            zones.some(({ id }) => id === settings.timezone)
              ? zones
              : [{ id: settings.timezone, label: settings.timezone }, ...zones]
          }
          value={settings.timezone}
          isDisabled={isDisabled}
          onChange={(timezone) => setSettings({ ...settings, timezone })}
        />
        <Choice
          label="First day of the week"
          options={days}
          value={settings.start_of_week as (typeof days)[number]['id']}
          isDisabled={isDisabled}
          onChange={(start_of_week) => setSettings({ ...settings, start_of_week })}
        />
        <Refusal error={save.error} />
        {!isDisabled && (
          <Button type="submit" isPending={save.isPending}>
            Save
          </Button>
        )}
      </Form>
    </Section>
  )
}

const proofs = [
  { id: 'any', label: 'Signed in, by mail or in a linked chat' },
  { id: 'session', label: 'Signed in to Atelier' },
] as const

function Approvals({ isDisabled }: { isDisabled: boolean }) {
  const queryClient = useQueryClient()
  const { workspace } = useSuspenseQuery(workspaceQuery).data
  const { approval_proof = 'any', approvals_by_credentials = false } = workspace.settings
  const save = useMutation({
    mutationFn: (settings: Partial<typeof workspace.settings>) =>
      api.workspaces.updateCurrent({ settings }),
    onSuccess: (context) => {
      queryClient.setQueryData(workspaceQuery.queryKey, context)
      say('Approvals saved.')
    },
    meta: { showsErrors: true },
  })
  return (
    <Section
      title="Approvals"
      text="An agent never approves what it asked for. Choose what counts as a person’s approval."
    >
      <div className={styles.form}>
        <Choice
          label="An approval counts when given"
          options={proofs}
          value={approval_proof as (typeof proofs)[number]['id']}
          isDisabled={isDisabled || save.isPending}
          onChange={(proof) => save.mutate({ approval_proof: proof })}
        />
        <Toggle
          label="Other agents may approve too"
          hint="Only where a question says so, and never the agent that asks."
          isSelected={approvals_by_credentials}
          isDisabled={isDisabled || save.isPending}
          onChange={(isAllowed) => save.mutate({ approvals_by_credentials: isAllowed })}
        />
        <Refusal error={save.error} />
      </div>
    </Section>
  )
}

function DemoSection() {
  return (
    <Section
      title="Demo data"
      text="Adds people, a board, drafts, agent messages and three running workflows. Existing data stays, and you can remove the demo again."
    >
      <div>
        <DemoButton />
      </div>
    </Section>
  )
}
