import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { Refusal } from '../../app/refusal.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './frame.module.css'
import { Frame } from './frame.tsx'

/** Emails a link to set a new password. The response is the same for every email address. */
export function ForgottenScreen() {
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () => api.auth.requestPasswordLink({ email }),
    meta: { showsErrors: true },
  })
  const back = (
    <p className={styles.note}>
      <Link to={'/sign-in' as string}>Back to signing in</Link>
    </p>
  )
  if (ask.data?.is_mail_configured === false) {
    return (
      <Frame title="This server sends no mails">
        <p role="status">
          Whoever runs it can make a link for you, with this command on the machine that it runs on:
        </p>
        <pre className={styles.command}>npx atelier sign-in-link {email}</pre>
        {back}
      </Frame>
    )
  }
  if (ask.data) {
    return (
      <Frame title="Look at your mail">
        <p role="status">
          If {email} belongs to somebody here, a link is on its way. It works once, within an hour.
          Nothing there? Look among the junk mail, or ask whoever invited you which address you have
          here.
        </p>
        {back}
      </Frame>
    )
  }
  return (
    <Frame title="Forgotten your password?" text="We mail you a link to choose a new one.">
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate()
        }}
      >
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
        <Refusal error={ask.error} />
        <Button type="submit" kind="first" isDisabled={ask.isPending}>
          {ask.isPending ? 'One moment …' : 'Send the link'}
        </Button>
      </Form>
      {back}
    </Frame>
  )
}
