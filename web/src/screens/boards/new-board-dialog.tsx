import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { type Access, accesses } from './access.ts'

export function NewBoardDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [access, setAccess] = useState<Access>(2)
  const add = useMutation({
    mutationFn: () => api.boards.create({ title: title.trim(), description, access }),
    onSuccess: async ({ slug }) => {
      void client.invalidateQueries({ queryKey: ['boards'] })
      onClose()
      await navigate({ to: `/boards/${slug}` as string })
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog title="New board" action="Create board" send={add} onClose={onClose}>
      <Field label="Title" value={title} onChange={setTitle} maxLength={250} isRequired autoFocus />
      <Field label="Description" value={description} onChange={setDescription} rows={3} />
      <Choice label="Who can see it" options={accesses} value={access} onChange={setAccess} />
    </FormDialog>
  )
}
