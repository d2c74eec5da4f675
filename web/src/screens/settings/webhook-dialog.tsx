import type { WebhookSubscription } from '@atelier/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { EventTypes } from './event-types.tsx'
import { SecretDialog } from './secret-dialog.tsx'

interface Props {
  /** The webhook to change; a new one if omitted. */
  hook?: WebhookSubscription | undefined
  onClose: () => void
  onSaved: () => void
}

/** A webhook's URL and event types. The secret of a new one is shown only once. */
export function WebhookDialog({ hook, onClose, onSaved }: Props) {
  const [url, setUrl] = useState(hook?.url ?? '')
  const [chosen, setChosen] = useState(hook?.event_types ?? [])
  const save = useMutation({
    mutationFn: async () => {
      const body = { url, event_types: chosen }
      if (!hook) return (await api.webhooks.createSubscription(body)).secret
      await api.webhooks.updateSubscription(hook.id, body)
      return undefined
    },
    onSuccess: (secret) => {
      onSaved()
      if (secret === undefined) onClose()
    },
    meta: { showsErrors: true },
  })
  if (save.data) {
    return (
      <SecretDialog title="Webhook secret" secret={save.data} onClose={onClose}>
        Requests are signed with this secret. Copy it now. It is not shown again.
      </SecretDialog>
    )
  }
  return (
    <FormDialog
      title={hook ? 'Edit webhook' : 'New webhook'}
      kind="wide"
      action={hook ? 'Save changes' : 'Create webhook'}
      send={save}
      onClose={onClose}
      isIncomplete={chosen.length === 0}
    >
      <Field label="URL" type="url" isRequired autoFocus value={url} onChange={setUrl} />
      <EventTypes chosen={chosen} onChange={setChosen} />
    </FormDialog>
  )
}
