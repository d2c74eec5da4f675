import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { Refusal } from '../../app/refusal.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { rolesToInvite } from './roles.ts'
import styles from './settings.module.css'

/** Creates an invitation and shows its link only once. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<(typeof rolesToInvite)[number]['id']>('member')
  const invite = useMutation({
    mutationFn: () => api.members.createInvitation({ email, role }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
    meta: { showsErrors: true },
  })
  const close = () => {
    invite.reset()
    setEmail('')
    onClose()
  }
  return (
    <Dialog title="Invite a person" isOpen={isOpen} onClose={close}>
      {invite.data ? (
        <div className={styles.stack}>
          <p>
            Send this link to {invite.data.email}. It is shown only once and works for seven days.
          </p>
          <CopyText text={`${location.origin}/join#${invite.data.token}`} />
          <DialogButtons>
            <Button kind="first" onPress={close}>
              Done
            </Button>
          </DialogButtons>
        </div>
      ) : (
        <Form
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault()
            invite.mutate()
          }}
        >
          <Field
            label="Email"
            type="email"
            isRequired
            autoFocus
            value={email}
            onChange={setEmail}
          />
          <Choice label="Role" options={rolesToInvite} value={role} onChange={setRole} />
          <Refusal error={invite.error} />
          <DialogButtons>
            <Button onPress={close}>Cancel</Button>
            <Button kind="first" type="submit" isPending={invite.isPending}>
              Create link
            </Button>
          </DialogButtons>
        </Form>
      )}
    </Dialog>
  )
}
