import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import form from '../../ui/form.module.css'

interface Props {
  title: string
  secret: string
  onClose: () => void
  /** Says what it is for. */
  children: ReactNode
}

/** Shows a secret that the server never returns again. */
export function SecretDialog({ title, secret, onClose, children }: Props) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className={form.form}>
        <p>{children}</p>
        <CopyText text={secret} />
        <DialogButtons>
          <Button kind="first" onPress={onClose}>
            Done
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
