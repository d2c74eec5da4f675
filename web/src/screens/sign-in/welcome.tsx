import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { api } from '../../app/api.ts'
import { meQuery } from '../../app/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AnotherLink, DeadLink } from './dead-link.tsx'
import { enter } from './enter.ts'
import styles from './frame.module.css'
import { Frame, FrameForm } from './frame.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { NewPersonForm } from './new-person-form.tsx'

/** The page of a one-time link: sets a first password, or a new one. */
export function WelcomeScreen() {
  // Browsers do not send the part after the #, so the token appears in no log.
  const [token] = useState(() => location.hash.slice(1))
  const link = useQuery({
    queryKey: ['signInLink', token],
    queryFn: ({ signal }) => api.auth.lookUpSignInLink({ token }, { signal }),
    enabled: token !== '',
  })
  const begin = useMutation({
    mutationFn: (person: { first_name?: string; last_name?: string; password: string }) => {
      const { password, ...name } = person
      return api.auth.redeemSignInLink({ token, new_password: password, ...name })
    },
    onSuccess: () => enter('/'),
    meta: { showsErrors: true },
  })
  if (token === '') {
    return (
      <Frame title="This link is incomplete">
        <p>Copy the whole link, including the part after “#”.</p>
        <AnotherLink />
      </Frame>
    )
  }
  if (link.error) return <DeadLink error={link.error} />
  if (!link.data) {
    return (
      <Frame title="One moment …">
        <Skeleton height={40} />
      </Frame>
    )
  }
  if (link.data.proves_email)
    return <VerifyEmail token={token} email={link.data.email} send={begin} />
  if (link.data.has_password) {
    return (
      <Frame title="Choose a new password" text="This signs you out everywhere else.">
        <NewPasswordForm email={link.data.email} send={begin} />
      </Frame>
    )
  }
  return (
    <Frame title="Welcome to Atelier" text="Choose a password to sign in with.">
      <NewPersonForm email={link.data.email} action="Set password and sign in" send={begin} />
    </Frame>
  )
}

interface VerifyProps {
  token: string
  email: string
  send: ComponentProps<typeof NewPersonForm>['send']
}

/**
 * The page of a link that was mailed to an unverified address. The signed-in person with this address
 * verifies it; everyone else can start an account of their own.
 */
function VerifyEmail({ token, email, send }: VerifyProps) {
  const me = useQuery({ ...meQuery, retry: false, meta: { showsErrors: true } })
  const verify = useMutation({
    mutationFn: () => api.auth.verifyEmail({ token }),
    onSuccess: () => enter('/'),
    meta: { showsErrors: true },
  })
  if (me.isPending) {
    return (
      <Frame title="One moment …">
        <Skeleton height={40} />
      </Frame>
    )
  }
  if (me.data?.user.email.toLowerCase() === email.toLowerCase()) {
    return (
      <Frame
        title="Verify your email address"
        text={`You are signed in. Is ${email} your address?`}
      >
        <FrameForm action="Verify address" send={verify} onSubmit={verify.mutate}>
          {null}
        </FrameForm>
      </Frame>
    )
  }
  return (
    <Frame
      title="Verify your email address"
      text="If you have an account with this address, sign in and follow the link again. Otherwise, create an account of your own."
    >
      <p className={styles.note}>
        <Link to={'/sign-in' as string}>Sign in</Link>
      </p>
      <NewPersonForm email={email} action="Create an account" send={send} />
    </Frame>
  )
}
