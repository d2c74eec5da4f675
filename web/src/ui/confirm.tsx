import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'

interface Props {
  title: string
  /** Omit it where the dialog is mounted only while it is open. */
  isOpen?: boolean
  onClose: () => void
  /** The button label, such as “Delete”. */
  action: string
  onConfirm: () => void
  isPending?: boolean
  /** The action is irreversible. */
  isDanger?: boolean
  /** Explains what will happen. */
  children?: ReactNode
}

/** Asks for confirmation before an irreversible action. */
export function Confirm({
  title,
  isOpen = true,
  onClose,
  action,
  onConfirm,
  isPending = false,
  isDanger = false,
  children,
}: Props) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      {children}
      <DialogButtons>
        <Button onPress={onClose} autoFocus>
          Cancel
        </Button>
        <Button kind={isDanger ? 'danger' : 'first'} onPress={onConfirm} isDisabled={isPending}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
