import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { rolesToInvite } from './roles.ts'
import { SecretDialog } from './secret-dialog.tsx'

/** Creates an invitation and shows its link only once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<(typeof rolesToInvite)[number]['id']>('member')
  const invite = useMutation({
    mutationFn: () => api.members.createInvitation({ email, role }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
    meta: { showsErrors: true },
  })
  const title = 'Invite a person'
  if (invite.data) {
    const link = `${location.origin}/join#${invite.data.token}`
    return (
      <SecretDialog title={title} secret={link} onClose={onClose}>
        Send this link to {invite.data.email}. It is shown only once and works for seven days.
      </SecretDialog>
    )
  }
  return (
    <FormDialog title={title} action="Create link" send={invite} onClose={onClose}>
      <Field label="Email" type="email" isRequired autoFocus value={email} onChange={setEmail} />
      <Choice label="Role" options={rolesToInvite} value={role} onChange={setRole} />
    </FormDialog>
  )
}
