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
    mutationFn: () => api.workspaces.updateCurrent({ name, settings }),
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
