import type { Tag } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { FormDialog } from '../../../app/form-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { ColourField, colours } from '../colour-field.tsx'
import { tagsQuery } from '../queries.ts'

export function TagDialog({ tag, onClose }: { tag?: Tag; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(tag?.name ?? '')
  const [color, setColor] = useState(tag?.color ?? colours[0].id)
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), color }
      return tag ? api.boards.updateTag(tag.id, body) : api.boards.createTag(body)
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: tagsQuery.queryKey })
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={tag ? `Tag ${tag.name}` : 'New tag'}
      action={tag ? 'Save' : 'Add tag'}
      send={save}
      onClose={onClose}
    >
      <Field label="Name" value={name} onChange={setName} maxLength={50} isRequired autoFocus />
      <ColourField value={color} onChange={setColor} />
    </FormDialog>
  )
}
