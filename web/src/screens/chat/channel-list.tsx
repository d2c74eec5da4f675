import type { Channel } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { Hash } from 'lucide-react'
import nav from '../../ui/nav-link.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import styles from './channel-list.module.css'

interface Props {
  channels: Channel[] | undefined
  current: string
}

/** On the left; on a phone above the messages, where a single channel needs no list. */
export function ChannelList({ channels, current }: Props) {
  // Most workspaces have one channel. Hiding the list while loading avoids a layout shift.
  const isAlone = channels === undefined || channels.length < 2
  return (
    <nav className={`${styles.channels} ${isAlone ? styles.alone : ''}`} aria-label="Channels">
      <h2 className={styles.title}>Channels</h2>
      <ul className={styles.list}>
        {channels?.map(({ name, last_message_at }) => (
          <li key={name}>
            <Link
              to={`/chat/${name}` as string}
              className={`${nav.link} ${styles.link}`}
              activeProps={{}}
              aria-current={name === current ? 'page' : undefined}
            >
              <Hash size={15} aria-hidden />
              <span className={styles.name}>{name}</span>
              {last_message_at && (
                <small>
                  <When at={last_message_at} />
                </small>
              )}
            </Link>
          </li>
        )) ?? <Skeleton height={32} />}
      </ul>
    </nav>
  )
}
