import type { Status } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { FormDialog } from '../../../app/form-dialog.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { useBoard } from '../board-context.ts'
import { ColourField, colours } from '../colour-field.tsx'
import { meanings } from '../model.ts'

/** Edits a column's name, category and colour; without a status, adds one at the right end. */
export function StatusDialog({ status, onClose }: { status?: Status; onClose: () => void }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const [title, setTitle] = useState(status?.title ?? '')
  const [category, setCategory] = useState(status?.category ?? 'todo')
  const [color, setColor] = useState(status?.color ?? colours[0].id)
  const save = useMutation({
    mutationFn: () => {
      const body = { title: title.trim(), category, color }
      if (status) return api.boards.updateStatus(board.id, status.id, body)
      return api.boards.createStatus(board.id, body)
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['boards'] })
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={status ? `Column ${status.title}` : 'New column'}
      action={status ? 'Save' : 'Add column'}
      send={save}
      onClose={onClose}
    >
      <Field label="Name" value={title} onChange={setTitle} maxLength={32} isRequired autoFocus />
      <Choice label="Meaning" options={meanings} value={category} onChange={setCategory} />
      <ColourField value={color} onChange={setColor} />
    </FormDialog>
  )
}
