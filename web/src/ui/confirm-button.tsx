import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'

interface Props {
  /** On the button itself, and again on the one that does it. */
  label: string
  title: string
  /** What will be lost. */
  text: ReactNode
  onConfirm: () => void
  size?: 'small' | 'usual'
  icon?: ReactNode
}

/** Asks once before something that cannot be taken back. */
export function ConfirmButton({ label, title, text, onConfirm, size = 'small', icon }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="danger" size={size} onPress={() => setOpen(true)}>
        {icon}
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div>{text}</div>
        <DialogButtons>
          <Button onPress={() => setOpen(false)}>Keep it</Button>
          <Button
            kind="danger"
            autoFocus
            onPress={() => {
              setOpen(false)
              onConfirm()
            }}
          >
            {label}
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  )
}
