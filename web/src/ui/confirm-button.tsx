import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Confirm } from './confirm.tsx'

interface Props {
  /** Used for the button and for the confirm button in the dialog. */
  label: string
  icon?: ReactNode
  title: string
  /** Says what will be lost. */
  text: ReactNode
  onConfirm: () => void
}

/** A button for an irreversible action. It asks for confirmation. */
export function ConfirmButton({ label, icon, title, text, onConfirm }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="danger" size="small" onPress={() => setOpen(true)}>
        {icon} {label}
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
