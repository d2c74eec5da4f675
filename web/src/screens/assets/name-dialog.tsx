import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Field } from '../../ui/field.tsx'

interface Props {
  title: string
  action: string
  /** The current name, if there is one. */
  name?: string
  maxLength: number
  save: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a file or folder. It stays in the field if the server rejects it. */
export function NameDialog({ title, action, name: before = '', maxLength, save, onClose }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(before)
  const send = useMutation({
    mutationFn: () => save(name),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['assets'] })
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog {...{ title, action, send, onClose }} isIncomplete={name.trim() === ''}>
      <Field
        label="Name"
        value={name}
        onChange={setName}
        maxLength={maxLength}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
