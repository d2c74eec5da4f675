import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons, type DialogKind } from '../ui/dialog.tsx'
import form from '../ui/form.module.css'
import { submit } from '../ui/submit.ts'
import { Refusal } from './refusal.tsx'

interface Props {
  title: string
  /** The label of the submit button. */
  action: string
  /** Usually the mutation that submits the form. */
  send: { mutate: () => void; error?: unknown; isPending?: boolean }
  onClose: () => void
  kind?: DialogKind
  /** The action is irreversible. */
  isDanger?: boolean
  /** A value is missing that the fields don't validate themselves. */
  isIncomplete?: boolean
  /** `aria` for fields that show errors from the server: those must not prevent the next try. */
  validation?: 'native' | 'aria'
  children: ReactNode
}

/** A form in a dialog; errors appear below the fields. */
export function FormDialog(props: Props) {
  const { title, action, send, onClose, kind, isDanger, isIncomplete, validation, children } = props
  return (
    <Dialog title={title} kind={kind} isOpen onClose={onClose}>
      <Form
        className={form.form}
        validationBehavior={validation}
        onSubmit={submit(() => send.mutate())}
        ref={sendOnCtrlEnter}
      >
        {children}
        <Refusal error={send.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind={isDanger ? 'danger' : 'first'}
            isDisabled={send.isPending || isIncomplete}
          >
            {action}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** In a field with several lines, Enter starts a new line. Ctrl+Enter or Cmd+Enter sends. */
function sendOnCtrlEnter(form: HTMLFormElement | null) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]')
    // The button refuses while the form is incomplete or already sent.
    if (button && !button.disabled) form?.requestSubmit(button)
  }
  form?.addEventListener('keydown', onKeyDown)
  return () => form?.removeEventListener('keydown', onKeyDown)
}
