import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

export type DialogKind = 'small' | 'wide' | 'drawer' | 'wide-drawer'

interface Props {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Drawers slide in from the side and cover the whole page on a phone. */
  kind?: DialogKind
  /** Read-only text: nothing inside can take focus, so the dialog itself does and scrolls. */
  isText?: boolean
  /** Replaces the title at the top, for example with a breadcrumb and buttons. */
  bar?: ReactNode
}

/** A modal dialog. Escape and a click outside close it. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  kind = 'small',
  isText = false,
  bar,
}: Props) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={`${styles.overlay} ${kind.endsWith('drawer') ? styles.overDrawer : ''}`}
    >
      <Modal
        className={`${styles.modal} ${kind.endsWith('drawer') ? styles.drawer : ''} ${styles[kind]}`}
      >
        <AriaDialog className={styles.dialog} aria-label={title}>
          <header className={styles.head}>
            {bar ?? (
              <Heading slot="title" level={2} className={styles.title}>
                {title}
              </Heading>
            )}
            <IconButton label="Close" onPress={onClose}>
              <X />
            </IconButton>
          </header>
          <div
            className={styles.body}
            {...(isText && { tabIndex: 0, role: 'group', 'aria-label': title })}
          >
            {children}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The buttons at the end of a dialog; the first one is on the right. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
