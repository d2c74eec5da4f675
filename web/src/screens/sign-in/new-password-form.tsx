import { useState } from 'react'
import { Form } from 'react-aria-components'
import { Refusal } from '../../app/refusal.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './frame.module.css'

interface Props {
  email: string
  error: unknown
  isPending: boolean
  onSubmit: (person: { password: string }) => void
}

/** Changes the password of an existing person. The email field also serves password managers. */
export function NewPasswordForm({ email, error, isPending, onSubmit }: Props) {
  const [password, setPassword] = useState('')
  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit({ password })
      }}
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
      <Refusal error={error} />
      <Button type="submit" kind="first" isDisabled={isPending}>
        {isPending ? 'One moment …' : 'Set password and sign in'}
      </Button>
    </Form>
  )
}
