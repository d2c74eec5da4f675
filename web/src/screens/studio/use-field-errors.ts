import { AtelierError } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../app/query-client.ts'
import { taskQuery } from './queries.ts'
import { failuresOf } from './tool-result.ts'

/** What is wrong with each field, by its name in the API; `other` is for what names none. */
export type FieldErrors = Partial<Record<string, string>>

/** Beside which field a refusal stands: `/extend/left` and `extend.left` are both of `extend`. */
function fieldOf(path: string): string {
  return path.replace(/^[/.]/, '').split(/[/.]/)[0] ?? ''
}

/** Fields of the picture itself have no control here. */
const withoutControl = ['', 'image_url']

/** What the server has refused, or what a task that is tried again has failed of; until it is changed. */
export function useFieldErrors(error: Error | null, from: string | undefined) {
  const { data: failed } = useQuery({ ...taskQuery(from ?? ''), enabled: from !== undefined })
  const [changed, setChanged] = useState<{ error: Error | null; fields: string[] }>({
    error: null,
    fields: [],
  })
  const told = error
    ? error instanceof AtelierError && error.errors.length > 0
      ? error.errors
      : [{ path: '', message: messageOf(error) }]
    : failuresOf(failed).map(({ field, message }) => ({ path: field ?? '', message }))
  const errors: FieldErrors = {}
  for (const { path, message } of told) {
    const field = fieldOf(path)
    const isOther = withoutControl.includes(field)
    if (isOther) errors.other = field ? `The picture: ${message}` : message
    else if (changed.error !== error || !changed.fields.includes(field)) errors[field] = message
  }
  const forget = (fields: string[]) =>
    setChanged((before) => ({
      error,
      fields: before.error === error ? [...before.fields, ...fields] : fields,
    }))
  return { errors, forget }
}
