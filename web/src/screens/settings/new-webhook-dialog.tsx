import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxGroup, Label } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
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
      <Dialog title="Webhook secret" isOpen onClose={onClose}>
        <div className={styles.stack}>
          <p>Requests are signed with this secret. Copy it now. It is not shown again.</p>
          <CopyText text={create.data.secret} />
          <DialogButtons>
            <Button kind="first" onPress={onClose}>
              Done
            </Button>
          </DialogButtons>
        </div>
      </Dialog>
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
      <CheckboxGroup value={chosen} onChange={setChosen} className={styles.stack}>
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
