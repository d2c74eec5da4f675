import { AtelierError, type Workflow } from '@atelier/sdk'
import { useState } from 'react'
import { asSentence } from '../../app/field-errors.ts'
import { type InputField, inputFields, readField } from './input-fields.ts'

type Texts = Record<string, string>

/** The inputs of a workflow as a form; errors belong to their fields. */
export function useInputs(workflow: Pick<Workflow, 'inputs'>) {
  const fields = inputFields(workflow.inputs)
  const [texts, setTexts] = useState<Texts>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
  )
  const [wrong, setWrong] = useState<Texts>({})
  return {
    fields,
    texts,
    wrong,
    isRefused: Object.keys(wrong).length > 0,
    set: (name: string, text: string) => setTexts({ ...texts, [name]: text }),
    refuse: (error: unknown) => setWrong(byField(error, fields)),
    /** Calls `send` with the values, unless one of them cannot be read. */
    submit: (send: (input: Record<string, unknown>) => void) => {
      const { input, mistakes } = readAll(fields, texts)
      setWrong(mistakes)
      if (Object.keys(mistakes).length === 0) send(input)
    },
  }
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
