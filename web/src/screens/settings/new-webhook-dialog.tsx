import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxGroup, Label } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { TickBox } from '../../ui/tick-box.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import styles from './settings.module.css'

interface Props {
  onClose: () => void
  onMade: () => void
}

/** Creates a webhook with a URL and event types; its secret is shown only once. */
export function NewWebhookDialog({ onClose, onMade }: Props) {
  const types = useQuery({
    queryKey: ['eventTypes'],
    queryFn: ({ signal }) => api.events.listTypes({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const create = useMutation({
    mutationFn: () => api.webhooks.createSubscription({ url, event_types: chosen }),
    onSuccess: onMade,
    meta: { showsErrors: true },
  })
  if (create.data) {
    return (
      <SecretDialog title="Webhook secret" secret={create.data.secret} onClose={onClose}>
        Requests are signed with this secret. Copy it now. It is not shown again.
      </SecretDialog>
    )
  }
  return (
    <FormDialog
      title="New webhook"
      kind="wide"
      action="Create webhook"
      send={create}
      onClose={onClose}
      isIncomplete={chosen.length === 0}
    >
      <Field label="URL" type="url" isRequired autoFocus value={url} onChange={setUrl} />
      <CheckboxGroup value={chosen} onChange={setChosen} className={form.form}>
        <Label>Events</Label>
        <div className={styles.scopes}>
          {(types.data?.results ?? []).map(({ type, description }) => (
            <TickBox key={type} value={type}>
              <code>{type}</code> <small>{description}</small>
            </TickBox>
          ))}
        </div>
      </CheckboxGroup>
    </FormDialog>
  )
}
