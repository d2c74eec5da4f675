import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { Field } from '../../ui/field.tsx'
import styles from './frame.module.css'
import { Frame, FrameForm } from './frame.tsx'

/** Emails a link to set a new password. The response is the same for every email address. */
export function ForgottenScreen() {
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () => api.auth.requestPasswordLink({ email }),
    meta: { showsErrors: true },
  })
  const back = (
    <p className={styles.note}>
      <Link to={'/sign-in' as string}>Back to sign in</Link>
    </p>
  )
  if (ask.data?.is_mail_configured === false) {
    return (
      <Frame title="This server does not send email">
        <p role="status">
          Ask the operator for a link. They can create one with this command on the server:
        </p>
        <pre className={styles.command}>npx atelier sign-in-link {email}</pre>
        {back}
      </Frame>
    )
  }
  if (ask.data) {
    return (
      <Frame title="Check your email">
        <p role="status">
          If {email} has an account here, we sent it a link. The link works once, for one hour. If
          it does not arrive, check your spam folder, or ask the person who invited you which email
          address you use here.
        </p>
        {back}
      </Frame>
    )
  }
  return (
    <Frame title="Forgot your password?" text="We’ll email you a link to choose a new one.">
      <FrameForm action="Send link" send={ask} onSubmit={ask.mutate}>
        <Field
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          isRequired
          autoFocus
          value={email}
          onChange={setEmail}
        />
      </FrameForm>
      {back}
    </Frame>
  )
}
