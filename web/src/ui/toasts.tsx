import { CircleAlert, CircleCheck, X } from 'lucide-react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { Button, IconButton } from './button.tsx'
import styles from './toasts.module.css'

/** A follow-up action, such as undo. */
interface ToastAction {
  label: string
  run: () => void
}

interface Message {
  text: string
  isBad: boolean
  action?: ToastAction | undefined
}

const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })

/** Shows a temporary success message. */
export function say(text: string, action?: ToastAction): void {
  queue.add({ text, isBad: false, action }, { timeout: action ? 8000 : 5000 })
}

/** Shows an error message that stays until the person closes it. */
export function complain(text: string): void {
  queue.add({ text, isBad: true })
}

export function Toasts() {
  return (
    <ToastRegion queue={queue} aria-label="Messages" className={styles.region}>
      {({ toast }) => (
        <Toast toast={toast} className={styles.toast}>
          {toast.content.isBad ? (
            <CircleAlert size={16} className={styles.bad} aria-hidden />
          ) : (
            <CircleCheck size={16} className={styles.good} aria-hidden />
          )}
          <ToastContent className={styles.content}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action && (
            <Button
              size="small"
              onPress={() => {
                toast.content.action?.run()
                queue.close(toast.key)
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton label="Close" slot="close">
            <X />
          </IconButton>
        </Toast>
      )}
    </ToastRegion>
  )
}
