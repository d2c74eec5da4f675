import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { api, openWorkspace } from '../../app/api.ts'
import { Refusal } from '../../app/refusal.tsx'
import { useMe } from '../../app/session.ts'
import { chooseTheme, useTheme } from '../../app/theme.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { submit } from '../../ui/submit.ts'
import { say } from '../../ui/toasts.tsx'
import styles from './settings.module.css'

const themes = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const

/** The person's own name, password and colours. */
export function Profile() {
  const theme = useTheme()
  const signOut = useMutation({
    mutationFn: () => api.auth.logOut(),
    onSuccess: () => openWorkspace(undefined),
  })
  return (
    <div>
      <NameSection />
      <PasswordSection />
      <Section title="This browser">
        <div className={styles.form}>
          <Choice label="Theme" options={themes} value={theme} onChange={chooseTheme} />
          <div>
            <Button onPress={() => signOut.mutate()}>
              <LogOut />
              Sign out
            </Button>
          </div>
        </div>
      </Section>
    </div>
  )
}

function NameSection() {
  const { user } = useMe()
  const queryClient = useQueryClient()
  const [name, setName] = useState({ first_name: user.first_name, last_name: user.last_name })
  const save = useMutation({
    mutationFn: () => api.auth.updateMe(name),
    onSuccess: (me) => {
      queryClient.setQueryData(['me'], me)
      say('Your name is saved.')
    },
  })
  return (
    <Section
      title="You"
      text={user.is_email_verified ? user.email : `${user.email} (not verified)`}
    >
      <Form className={styles.form} onSubmit={submit(() => save.mutate())}>
        <Field
          label="First name"
          value={name.first_name}
          maxLength={100}
          onChange={(first_name) => setName({ ...name, first_name })}
        />
        <Field
          label="Last name"
          value={name.last_name}
          maxLength={100}
          onChange={(last_name) => setName({ ...name, last_name })}
        />
        <Button type="submit" isPending={save.isPending}>
          Save
        </Button>
      </Form>
    </Section>
  )
}

function PasswordSection() {
  const { user } = useMe()
  const [passwords, setPasswords] = useState({ current: '', next: '' })
  const save = useMutation({
    mutationFn: () =>
      api.auth.changePassword({
        new_password: passwords.next,
        ...(user.has_password && { current_password: passwords.current }),
      }),
    onSuccess: () => {
      setPasswords({ current: '', next: '' })
      say('Password changed. You are signed out everywhere else.')
    },
    meta: { showsErrors: true },
  })
  return (
    <Section
      title="Password"
      text="A new password signs you out everywhere else and removes access for programs. API keys stay."
    >
      <Form className={styles.form} onSubmit={submit(() => save.mutate())}>
        {user.has_password && (
          <Field
            label="Current password"
            type="password"
            autoComplete="current-password"
            isRequired
            value={passwords.current}
            onChange={(current) => setPasswords({ ...passwords, current })}
          />
        )}
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least ten characters."
          isRequired
          minLength={10}
          value={passwords.next}
          onChange={(next) => setPasswords({ ...passwords, next })}
        />
        <Refusal error={save.error} />
        <Button type="submit" isPending={save.isPending}>
          Change password
        </Button>
      </Form>
    </Section>
  )
}
