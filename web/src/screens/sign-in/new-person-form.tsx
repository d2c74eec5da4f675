import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import styles from './frame.module.css'
import { FrameForm } from './frame.tsx'

interface Person {
  first_name: string
  last_name: string
  password: string
}

interface Props {
  email: string
  action: string
  send: { mutate: (person: Person) => void; error: unknown; isPending: boolean }
}

export function NewPersonForm({ email, action, send }: Props) {
  const [person, setPerson] = useState<Person>({ first_name: '', last_name: '', password: '' })
  const change = (part: Partial<Person>) => setPerson((before) => ({ ...before, ...part }))
  return (
    <FrameForm action={action} send={send} onSubmit={() => send.mutate(person)}>
      <Field label="Email" type="email" autoComplete="username" isReadOnly value={email} />
      <div className={styles.two}>
        <Field
          label="First name"
          autoComplete="given-name"
          autoFocus
          value={person.first_name}
          onChange={(first_name) => change({ first_name })}
        />
        <Field
          label="Last name"
          autoComplete="family-name"
          value={person.last_name}
          onChange={(last_name) => change({ last_name })}
        />
      </div>
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least ten characters."
        isRequired
        minLength={10}
        value={person.password}
        onChange={(password) => change({ password })}
      />
    </FrameForm>
  )
}
