import { JsonError, parseJson } from '@atelier/sdk'
import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { Field } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { MoreOptions } from '../../../ui/more-options.tsx'
import { submit } from '../../../ui/submit.ts'
import type { ItemDraft } from './exact-item.ts'
import items from './items.module.css'

interface Props {
  draft: ItemDraft
  onChange: (draft: ItemDraft) => void
  isReadOnly: boolean
  onSubmit: () => void
  /** Error messages and buttons. */
  children: ReactNode
}

export function ItemForm({ draft, onChange, isReadOnly, onSubmit, children }: Props) {
  const of = (name: keyof ItemDraft) => ({
    value: draft[name],
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
    isReadOnly,
  })
  const mistake = findMistake(draft.data)
  const isPriority = draft.priority === '' || /^(100|\d{1,2})$/.test(draft.priority)
  return (
    <Form
      className={form.form}
      onSubmit={submit(() => {
        if (!mistake && isPriority) onSubmit()
      })}
    >
      <Field label="Title" {...of('title')} maxLength={500} isRequired />
      <Field label="Description" {...of('description')} rows={3} maxLength={20_000} />
      <div className={items.pair}>
        <Field label="Status" {...of('status')} maxLength={100} placeholder="planned, live …" />
        <Field
          label="Priority"
          {...of('priority')}
          inputMode="numeric"
          placeholder="0 to 100"
          error={isPriority ? undefined : 'A whole number from 0 to 100.'}
        />
        <Field label="Start" type="date" {...of('start_date')} />
        <Field label="Due" type="date" {...of('due_date')} />
      </div>
      <MoreOptions label="Category and data">
        <Field label="Category" {...of('primary_type')} maxLength={100} />
        <div className={items.data}>
          <Field label="Data as JSON" {...of('data')} rows={6} error={mistake} />
        </div>
      </MoreOptions>
      {children}
    </Form>
  )
}

function findMistake(text: string): string | undefined {
  try {
    return parseJson(text).kind === 'object' ? undefined : 'The data must be an object: { … }'
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return `Line ${error.line}, column ${error.column}: ${error.message}`
  }
}
