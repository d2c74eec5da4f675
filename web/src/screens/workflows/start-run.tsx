import { AtelierError, type Workflow } from '@atelier/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from '../../app/address.ts'
import { api } from '../../app/api.ts'
import { asSentence } from '../../app/field-errors.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { InputControl } from './input-control.tsx'
import { type InputField, inputFields, readField } from './input-fields.ts'

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
    <FormDialog
      title={`Start ${workflow.title}`}
      action="Start the run"
      send={{ ...start, mutate: submit, error: Object.keys(wrong).length === 0 && start.error }}
      onClose={close}
      validation="aria"
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
    </FormDialog>
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
