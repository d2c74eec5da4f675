import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import styles from './form-dialog.module.css'
import { Refusal } from './refusal.tsx'

interface Props {
  title: string
  /** The label of the submit button. */
  action: string
  /** The mutation that submits the form. */
  send: { mutate: () => void; error: unknown; isPending: boolean }
  onClose: () => void
  kind?: 'small' | 'wide'
  /** A value is missing that the fields don't validate themselves. */
  isIncomplete?: boolean
  children: ReactNode
}

/** A form in a dialog; errors appear below the fields. */
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
