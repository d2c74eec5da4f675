import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { FrameForm } from './frame.tsx'

interface Props {
  email: string
  send: { mutate: (person: { password: string }) => void; error: unknown; isPending: boolean }
}

/** Changes the password of an existing person. The email field also serves password managers. */
export function NewPasswordForm({ email, send }: Props) {
  const [password, setPassword] = useState('')
  return (
    <FrameForm
      action="Set password and sign in"
      send={send}
      onSubmit={() => send.mutate({ password })}
    >
      <Field label="Email" type="email" autoComplete="username" isReadOnly value={email} />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least ten characters."
        isRequired
        autoFocus
        minLength={10}
        value={password}
        onChange={setPassword}
      />
    </FrameForm>
  )
}
