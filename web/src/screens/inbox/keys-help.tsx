import { Dialog } from '../../ui/dialog.tsx'
import styles from './keys-help.module.css'

const keys = [
  ['j', 'Next'],
  ['k', 'Previous'],
  ['Enter', 'Open'],
  ['e', 'Archive, or take it back out'],
  ['r', 'Mark read or unread'],
  ['s', 'Snooze'],
  ['a', 'Approve'],
  ['x', 'Reject'],
  ['Esc', 'Close what is open'],
  ['?', 'Show these keys'],
] as const

export function KeysHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys of the inbox" isOpen={isOpen} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
