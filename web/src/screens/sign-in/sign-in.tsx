import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { Field } from '../../ui/field.tsx'
import { enter } from './enter.ts'
import styles from './frame.module.css'
import { Frame, FrameForm } from './frame.tsx'

/** Signs in with email and password, then opens the requested page. */
export function SignInScreen() {
  const { to, ended } = useSearch({ strict: false }) as { to?: string; ended?: boolean }
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => api.auth.openBrowserSession({ email, password }),
    onSuccess: () => enter(to),
    meta: { showsErrors: true },
  })
  return (
    <Frame
      title="Sign in"
      text={ended ? 'Your session has ended. Sign in to continue.' : undefined}
    >
      <FrameForm action="Sign in" send={signIn} onSubmit={signIn.mutate}>
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
        <Field
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          isRequired
          value={password}
          onChange={setPassword}
        />
      </FrameForm>
      <p className={styles.note}>
        <Link to={'/forgotten' as string}>Forgot your password?</Link>
      </p>
      <p className={styles.note}>
        No password yet? If you own this server, use the one-time link it printed at the start.
        Otherwise, ask for an invitation.
      </p>
    </Frame>
  )
}
