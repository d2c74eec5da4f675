import type { CreateFieldBody, Field } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { FormDialog } from '../../../app/form-dialog.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Field as TextField } from '../../../ui/field.tsx'
import { useBoard } from '../board-context.ts'
import { fieldsQuery } from '../queries.ts'

export const fieldKinds: readonly { id: CreateFieldBody['kind']; label: string }[] = [
  { id: 'text', label: 'Text' },
  { id: 'number', label: 'Number' },
  { id: 'date', label: 'Date' },
  { id: 'select', label: 'Single choice' },
  { id: 'checkbox', label: 'Yes or no' },
  { id: 'url', label: 'URL' },
  { id: 'person', label: 'Person' },
]

/** Edits a field's name and options; without a field, creates one. The kind cannot change later. */
export function FieldDialog({ field, onClose }: { field?: Field; onClose: () => void }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const [name, setName] = useState(field?.name ?? '')
  const [kind, setKind] = useState(field?.kind ?? 'text')
  const [options, setOptions] = useState(field?.options.join('\n') ?? '')
  const isSelect = kind === 'select'
  const save = useMutation({
    mutationFn: () => {
      const lines = options.split('\n').map((line) => line.trim())
      const body = {
        name: name.trim(),
        ...(isSelect && { options: [...new Set(lines.filter(Boolean))] }),
      }
      if (field) return api.boards.updateField(board.id, field.id, body)
      return api.boards.createField(board.id, { ...body, kind })
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: fieldsQuery(board.id).queryKey })
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={field ? `Field ${field.name}` : 'New field'}
      action={field ? 'Save' : 'Add field'}
      send={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
        autoFocus
      />
      {!field && <Choice label="Type" options={fieldKinds} value={kind} onChange={setKind} />}
      {isSelect && (
        <TextField
          label="Options"
          hint="One per line. Tasks keep their value even if you remove its option here."
          value={options}
          onChange={setOptions}
          rows={5}
          isRequired
        />
      )}
    </FormDialog>
  )
}
