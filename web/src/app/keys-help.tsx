import { useRouterState } from '@tanstack/react-router'
import { Dialog } from '../ui/dialog.tsx'
import styles from './keys-help.module.css'

type Keys = readonly (readonly [key: string, meaning: string])[]

const everywhere: Keys = [
  ['Ctrl K', 'Search, go somewhere, do something'],
  ['?', 'Show these keys'],
  ['Esc', 'Close what is in front'],
]

/** Keyed by the first segment of the path. */
const ofScreens: Record<string, { title: string; keys: Keys }> = {
  inbox: {
    title: 'Inbox',
    keys: [
      ['j', 'Next'],
      ['k', 'Previous'],
      ['Enter', 'Open'],
      ['e', 'Archive, or take it back out'],
      ['r', 'Mark read or unread'],
      ['s', 'Snooze'],
      ['a', 'Approve'],
      ['x', 'Reject'],
      ['Esc', 'Close what is open'],
    ],
  },
  boards: {
    title: 'Boards',
    keys: [
      ['c', 'New task'],
      ['← ↑ ↓ →', 'Go from card to card'],
      ['Enter', 'Open the task'],
      ['Space', 'Lift a card; the arrows carry it, Space puts it down'],
      ['Esc', 'Put a lifted card back'],
      ['Ctrl Enter', 'Save a description, send a comment'],
    ],
  },
  studio: {
    title: 'Studio',
    keys: [['← ↑ ↓ →', 'Move the edge of a frame that has the focus']],
  },
  speech: {
    title: 'Speech, in a transcription',
    keys: [
      ['Space', 'Play or pause'],
      ['← →', 'Back and forth in the recording, or from word to word'],
      ['Enter', 'Correct the word, and keep it'],
      ['Esc', 'Leave the word as it was'],
    ],
  },
  chat: {
    title: 'Chat',
    keys: [
      ['Enter', 'Send'],
      ['Shift Enter', 'Another line'],
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
    <Dialog title="Keyboard keys" isOpen isText onClose={onClose}>
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
