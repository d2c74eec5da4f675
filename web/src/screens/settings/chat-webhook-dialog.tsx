import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'

const kinds = [
  { id: 'slack', label: 'Slack' },
  { id: 'mattermost', label: 'Mattermost' },
  { id: 'discord', label: 'Discord' },
] as const

interface Props {
  onClose: () => void
  onAdded: () => void
}

export function ChatWebhookDialog({ onClose, onAdded }: Props) {
  const [kind, setKind] = useState<(typeof kinds)[number]['id']>('slack')
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const add = useMutation({
    mutationFn: () => api.chat.createWebhook({ channel: 'agent-alerts', kind, name, url }),
    onSuccess: () => {
      onAdded()
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog title="Add a team chat" action="Add" send={add} onClose={onClose}>
      <Choice label="Service" options={kinds} value={kind} onChange={setKind} />
      <Field label="Name" isRequired maxLength={100} value={name} onChange={setName} />
      <Field
        label="Incoming webhook URL"
        hint="Anyone with this URL can post there, so it is never shown again."
        type="url"
        isRequired
        value={url}
        onChange={setUrl}
      />
    </FormDialog>
  )
}
