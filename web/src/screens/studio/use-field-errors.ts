import { AtelierError } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asSentence } from '../../app/field-errors.ts'
import { writeMessage } from '../../app/query-client.ts'
import { taskQuery } from './queries.ts'
import { readFailures } from './tool-result.ts'

/** Errors by API field name; `other` is for errors without a field. */
export type FieldErrors = Partial<Record<string, string>>

/** The field for an error path: `/extend/left` and `extend.left` both belong to `extend`. */
function readField(path: string): string {
  return path.replace(/^[/.]/, '').split(/[/.]/)[0] ?? ''
}

/** Fields of the image itself have no control here. */
const withoutControl = ['', 'image_url']

/** Errors from the server, or from a failed task that is being retried, until the field changes. */
export function useFieldErrors(error: Error | null, from: string | undefined) {
  const { data: failed } = useQuery({ ...taskQuery(from ?? ''), enabled: from !== undefined })
  const [changed, setChanged] = useState<{ error: Error | null; fields: string[] }>({
    error: null,
    fields: [],
  })
  const told = error
    ? error instanceof AtelierError && error.errors.length > 0
      ? error.errors.map(({ path, message }) => ({ path, message: asSentence(message) }))
      : [{ path: '', message: writeMessage(error) }]
    : readFailures(failed).map(({ field, message }) => ({ path: field ?? '', message }))
  const errors: FieldErrors = {}
  for (const { path, message } of told) {
    const field = readField(path)
    const isOther = withoutControl.includes(field)
    if (isOther) errors.other = field ? `Image: ${message}` : message
    else if (changed.error !== error || !changed.fields.includes(field)) errors[field] = message
  }
  const forget = (fields: string[]) =>
    setChanged((before) => ({
      error,
      fields: before.error === error ? [...before.fields, ...fields] : fields,
    }))
  return { errors, forget }
}
