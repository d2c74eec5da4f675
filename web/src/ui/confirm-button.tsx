import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Confirm } from './confirm.tsx'

interface Props {
  /** On the button itself, and again on the one that does it. */
  label: string
  title: string
  /** What will be lost. */
  text: ReactNode
  onConfirm: () => void
}

/** A button for something that cannot be taken back; it asks once. */
export function ConfirmButton({ label, title, text, onConfirm }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="danger" size="small" onPress={() => setOpen(true)}>
        {label}
      </Button>
      <Confirm
        title={title}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action={label}
        isDanger
        onConfirm={() => {
          setOpen(false)
          onConfirm()
        }}
      >
        {text}
      </Confirm>
    </>
  )
}
