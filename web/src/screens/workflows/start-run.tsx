import { AtelierError, type Workflow } from '@atelier/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useAddress } from '../../app/address.ts'
import { api } from '../../app/api.ts'
import { messageOf } from '../../app/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { InputControl } from './input-control.tsx'
import { type InputField, inputFields, readField } from './input-fields.ts'
import styles from './start-run.module.css'

type Texts = Record<string, string>

/** Asks for the inputs and starts a run; errors appear next to their fields. */
export function StartRun({ workflow }: { workflow: Workflow }) {
  const [, change] = useAddress()
  const navigate = useNavigate()
  const fields = inputFields(workflow.inputs)
  const [texts, setTexts] = useState<Texts>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
  )
  const [wrong, setWrong] = useState<Texts>({})
  const close = () => change({ start: undefined })
  const start = useMutation({
    mutationFn: (input: Record<string, unknown>) =>
      api.workflows.start(workflow.id, { input, source: 'the console' }),
    onSuccess: ({ run_id }) =>
      navigate({ to: `/workflows/${workflow.id}/runs/${run_id}` as string }),
    onError: (error) => setWrong(byField(error, fields)),
    meta: { showsErrors: true },
  })
  const submit = () => {
    const { input, mistakes } = readAll(fields, texts)
    setWrong(mistakes)
    if (Object.keys(mistakes).length === 0) start.mutate(input)
  }
  return (
    <Dialog title={`Start ${workflow.title}`} isOpen onClose={close}>
      <Form
        className={styles.form as string}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {fields.length === 0 && <p>This workflow needs no input.</p>}
        {fields.map((field) => (
          <InputControl
            key={field.name}
            field={field}
            value={texts[field.name] ?? ''}
            onChange={(text) => setTexts({ ...texts, [field.name]: text })}
            error={wrong[field.name]}
          />
        ))}
        {start.isError && Object.keys(wrong).length === 0 && (
          <p role="alert" className={styles.error}>
            {messageOf(start.error)}
          </p>
        )}
        <DialogButtons>
          <Button onPress={close}>Cancel</Button>
          <Button kind="first" type="submit" isDisabled={start.isPending}>
            Start the run
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function readAll(fields: InputField[], texts: Texts) {
  const input: Record<string, unknown> = {}
  const mistakes: Texts = {}
  for (const field of fields) {
    const read = readField(field, texts[field.name] ?? '')
    if (read === undefined) continue
    if ('error' in read) mistakes[field.name] = asSentence(read.error)
    else input[field.name] = read.value
  }
  return { input, mistakes }
}

/** `input.posts.0.day: is required` belongs to the field `posts`. */
function byField(error: unknown, fields: InputField[]): Texts {
  if (!(error instanceof AtelierError)) return {}
  const found: Texts = {}
  for (const { path, message } of error.errors) {
    const [, name = '', ...inside] = path.split('.')
    if (!fields.some((field) => field.name === name)) continue
    const place = inside.length > 0 ? `${inside.join('.')} ` : ''
    found[name] = [found[name], asSentence(place + message)].filter(Boolean).join(' ')
  }
  return found
}

function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
