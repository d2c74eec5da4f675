import type { Tag } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { api } from '../../../app/api.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { ColourField, colours } from '../colour-field.tsx'
import styles from '../form.module.css'
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
    <Dialog title={tag ? `Tag ${tag.name}` : 'New tag'} isOpen onClose={onClose}>
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Field label="Name" value={name} onChange={setName} maxLength={50} isRequired autoFocus />
        <ColourField value={color} onChange={setColor} />
        <Refusal error={save.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" kind="first" isDisabled={save.isPending}>
            {tag ? 'Save' : 'Add tag'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
