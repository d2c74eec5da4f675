import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import styles from './form-dialog.module.css'
import { Refusal } from './refusal.tsx'

interface Props {
  title: string
  /** On the button that sends it. */
  action: string
  /** What sending it does. */
  send: { mutate: () => void; error: unknown; isPending: boolean }
  onClose: () => void
  kind?: 'small' | 'wide'
  /** Something is missing that the fields do not say by themselves. */
  isIncomplete?: boolean
  children: ReactNode
}

/** Fields that are filled in and sent; why it was refused stands below them. */
export function FormDialog(props: Props) {
  const { title, action, send, onClose, kind = 'small', isIncomplete = false, children } = props
  return (
    <Dialog title={title} kind={kind} isOpen onClose={onClose}>
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate()
        }}
      >
        {children}
        <Refusal error={send.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" kind="first" isDisabled={send.isPending || isIncomplete}>
            {action}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
