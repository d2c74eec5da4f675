import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { Version } from './exact.ts'

interface Props {
  type: string
  /** Omit to create a new project. */
  project?: { id: string; version: Version }
  onClose: () => void
}

/** Edits a project's title, description and category. */
export function DetailsDialog({ type, project, onClose }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [title, setTitle] = useState(project?.version.title ?? '')
  const [description, setDescription] = useState(project?.version.description ?? '')
  const [primary_type, setCategory] = useState(project?.version.primary_type ?? '')
  const save = useMutation({
    mutationFn: () => {
      const body = { title: title.trim(), description, primary_type }
      if (!project) return api.projects.create(type, body)
      const headers = { 'if-match': `"rev-${project.version.revision}"` }
      return api.projects.update(type, project.id, body, { headers })
    },
    onSuccess: async ({ id }) => {
      void client.invalidateQueries({ queryKey: ['projects'] })
      onClose()
      if (!project) await navigate({ to: `/projects/${type}/${id}` as string })
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={project ? 'Details' : 'New project'}
      action={project ? 'Save' : 'Create project'}
      send={save}
      onClose={onClose}
    >
      <Field label="Title" value={title} onChange={setTitle} maxLength={500} isRequired autoFocus />
      <Field label="Description" value={description} onChange={setDescription} rows={4} />
      <Field label="Category" value={primary_type} onChange={setCategory} maxLength={100} />
    </FormDialog>
  )
}
