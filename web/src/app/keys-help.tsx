import { useRouterState } from '@tanstack/react-router'
import { Dialog } from '../ui/dialog.tsx'
import styles from './keys-help.module.css'
import { screens } from './screens.ts'

type Keys = readonly (readonly [key: string, meaning: string])[]

const everywhere: Keys = [
  ['Ctrl K', 'Search or run a command'],
  ['?', 'Show keyboard shortcuts'],
  ['Esc', 'Close the top dialog or menu'],
  ['Ctrl Enter', 'Send the form'],
  ...screens.map(({ goKey, title }) => [`g ${goKey}`, `Go to ${title}`] as const),
]

/** Keyed by the first segment of the path. */
const ofScreens: Record<string, { title: string; keys: Keys }> = {
  inbox: {
    title: 'Inbox',
    keys: [
      ['j', 'Next'],
      ['k', 'Previous'],
      ['Enter', 'Open'],
      ['e', 'Archive or unarchive'],
      ['r', 'Mark as read or unread'],
      ['s', 'Snooze'],
      ['a', 'Approve'],
      ['x', 'Reject'],
      ['1 … 9', 'Choose an answer, then Enter sends it'],
      ['/', 'Search'],
      ['Esc', 'Close the notification'],
    ],
  },
  boards: {
    title: 'Boards',
    keys: [
      ['c', 'New task'],
      ['← ↑ ↓ →', 'Move between cards'],
      ['Enter', 'Open the task'],
      ['Space', 'Lift or drop a card; arrow keys move it'],
      ['Esc', 'Cancel the move'],
      ['Ctrl Enter', 'Save a description or send a comment'],
    ],
  },
  studio: {
    title: 'Studio',
    keys: [['← ↑ ↓ →', 'Move the focused edge of a frame']],
  },
  speech: {
    title: 'Transcriptions',
    keys: [
      ['Space', 'Play or pause'],
      ['← →', 'Seek in the recording, or move between words'],
      ['Enter', 'Edit the word, then save it'],
      ['Esc', 'Cancel the edit'],
    ],
  },
  chat: {
    title: 'Chat',
    keys: [
      ['Enter', 'Send'],
      ['Shift Enter', 'New line'],
    ],
  },
}

const firstWords: Record<string, string> = { threads: 'inbox', tasks: 'boards' }

/** All keyboard shortcuts, with those of the current screen first. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const [, word = ''] = useRouterState({ select: ({ location }) => location.pathname }).split('/')
  const here = firstWords[word] ?? word
  const others = Object.entries(ofScreens).filter(([path]) => path !== here)
  return (
    <Dialog title="Keyboard shortcuts" isOpen isText onClose={onClose}>
      <div className={styles.groups}>
        {ofScreens[here] && <Group {...ofScreens[here]} />}
        <Group title="Everywhere" keys={everywhere} />
        {others.map(([path, group]) => (
          <Group key={path} {...group} />
        ))}
      </div>
    </Dialog>
  )
}

function Group({ title, keys }: { title: string; keys: Keys }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
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
    </section>
  )
}
