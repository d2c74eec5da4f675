import type { Connection } from '@atelier/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { FormDialog } from '../../../app/form-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import { type AppKind, appGuides, appKinds, slackSocketFields } from './app-guides.tsx'
import { Steps } from './steps.tsx'

interface Props {
  onClose: () => void
  onConnected: (connection: Connection) => void
}

/** Connects a chat app or mailbox: what to do there, then its credentials. */
export function ConnectAppDialog({ onClose, onConnected }: Props) {
  const [kind, setKind] = useState<AppKind>('slack')
  const [usesSocket, setUsesSocket] = useState(false)
  const [name, setName] = useState<string>()
  const [values, setValues] = useState<Record<string, string>>({})
  const { title, steps, fields } = appGuides[kind]
  const shown = kind === 'slack' && usesSocket ? slackSocketFields : fields
  const connect = useMutation({
    mutationFn: () => {
      const given = shown.flatMap(({ id }) => {
        const value = values[id]?.trim()
        return value ? [[id, value]] : []
      })
      return api.doors.createConnection({
        kind,
        name: name ?? title,
        ...Object.fromEntries(given),
      })
    },
    onSuccess: onConnected,
    meta: { showsErrors: true },
  })
  const choose = (next: AppKind) => {
    setKind(next)
    setValues({})
    connect.reset()
  }
  return (
    <FormDialog title="Connect an app" action={`Connect ${title}`} send={connect} onClose={onClose}>
      <Segments label="App" options={appKinds} value={kind} onChange={choose} />
      <Steps steps={steps} />
      {kind === 'slack' && (
        <Toggle
          label="Use Socket Mode"
          hint="For servers without a public URL"
          isSelected={usesSocket}
          onChange={setUsesSocket}
        />
      )}
      <Field
        label="Name"
        hint="Your team sees this name."
        isRequired
        maxLength={80}
        value={name ?? title}
        onChange={setName}
      />
      {shown.map(({ id, label, hint, isOptional, isPlain }) => (
        <Field
          key={`${kind} ${id}`}
          label={isOptional ? `${label} (optional)` : label}
          {...(hint && { hint })}
          {...(!isPlain && { type: 'password' as const })}
          autoComplete="off"
          isRequired={!isOptional}
          maxLength={500}
          value={values[id] ?? ''}
          onChange={(value) => setValues({ ...values, [id]: value })}
        />
      ))}
    </FormDialog>
  )
}
