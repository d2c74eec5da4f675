import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useMay } from '../../app/session.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './chip.module.css'
import type { ChipData } from './chips.ts'
import { NetworkIcon } from './network-icon.tsx'
import { PostIcon } from './post-badge.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { isMovable } from './use-move.ts'

interface Props {
  chip: ChipData
  onMove: (chip: ChipData) => void
}

/** A post on the calendar: click to open, drag with the mouse, or move with its button. */
export function Chip({ chip, onMove }: Props) {
  const { key, entries, time } = chip
  const [first] = entries
  const isFixed = !useMay('social:write') || !isMovable(first)
  const words = first.message.trim() || 'No text'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is by mouse; the button does the same by keyboard
    <div
      className={styles.chip}
      data-status={first.status}
      draggable={!isFixed}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', key)
        event.dataTransfer.effectAllowed = 'move'
      }}
    >
      <Link
        to={`/social/${first.id}` as string}
        className={styles.link}
        draggable={false}
        title={words}
      >
        <Thumbnail media={first.media} className={styles.thumbnail} />
        <span className={styles.inside}>
          <span className={styles.head}>
            <PostIcon status={first.status} />
            <span>{time}</span>
            {entries.map(({ id, account }) => (
              <NetworkIcon key={id} network={account.network} size={11} />
            ))}
          </span>
          <span className={styles.words}>{words}</span>
        </span>
      </Link>
      {!isFixed && (
        <IconButton
          label={`Move “${words.slice(0, 40)}”`}
          className={styles.move as string}
          onPress={() => onMove(chip)}
        >
          <CalendarClock />
        </IconButton>
      )}
    </div>
  )
}
