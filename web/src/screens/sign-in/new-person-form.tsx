import { useState } from 'react'
import { Form } from 'react-aria-components'
import { Refusal } from '../../app/refusal.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './frame.module.css'

interface Person {
  first_name: string
  last_name: string
  password: string
}

interface Props {
  button: string
  error: unknown
  isPending: boolean
  onSubmit: (person: Person) => void
}

export function NewPersonForm({ button, error, isPending, onSubmit }: Props) {
  const [person, setPerson] = useState<Person>({ first_name: '', last_name: '', password: '' })
  const change = (part: Partial<Person>) => setPerson((before) => ({ ...before, ...part }))
  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(person)
      }}
    >
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
      <Refusal error={error} />
      <Button type="submit" kind="first" isPending={isPending}>
        {isPending ? 'One moment …' : button}
      </Button>
    </Form>
  )
}
