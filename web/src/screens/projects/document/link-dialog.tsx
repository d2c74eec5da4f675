import { useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { submit } from '../../../ui/submit.ts'

interface Props {
  href: string
  onClose: () => void
  onSet: (href: string) => void
}

/** Asks for the URL of a link. */
export function LinkDialog({ href, onClose, onSet }: Props) {
  const [text, setText] = useState(href)
  return (
    <Dialog title="Link" isOpen onClose={onClose}>
      <Form className={form.form} onSubmit={submit(() => onSet(text.trim()))}>
        <Field label="URL" type="url" value={text} onChange={setText} autoFocus />
        <DialogButtons>
          {href && <Button onPress={() => onSet('')}>Remove link</Button>}
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" kind="first">
            Set link
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
