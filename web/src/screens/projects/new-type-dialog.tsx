import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'

const idKinds = [
  { id: 'uuid', label: 'UUIDs: cannot be guessed' },
  { id: 'integer', label: 'Numbers: 1, 2, 3 …' },
] as const

/** Creates a project type for this workspace only. */
export function NewTypeDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [name, setName] = useState<string>()
  const [id_kind, setIdKind] = useState<'uuid' | 'integer'>('uuid')
  const resourcetype =
    name ??
    title
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
  const add = useMutation({
    mutationFn: () => api.projects.createType({ title: title.trim(), resourcetype, id_kind }),
    onSuccess: async (type) => {
      void client.invalidateQueries({ queryKey: ['projectTypes'] })
      await navigate({ to: `/projects/${type.resourcetype}` as string })
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog title="New project type" action="Add type" send={add} onClose={onClose}>
      <Field label="Title" value={title} onChange={setTitle} maxLength={100} isRequired autoFocus />
      <Field
        label="Name in the API"
        hint="Letters, digits and hyphens. You cannot change it later."
        value={resourcetype}
        onChange={setName}
        maxLength={64}
        isRequired
      />
      <Choice label="Project ids" options={idKinds} value={id_kind} onChange={setIdKind} />
    </FormDialog>
  )
}
