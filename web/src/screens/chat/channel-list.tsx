import type { Channel } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { Hash } from 'lucide-react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import styles from './channel-list.module.css'

interface Props {
  channels: Channel[] | undefined
  current: string
}

/** At the left; above the messages on a phone, where one channel alone needs no list. */
export function ChannelList({ channels, current }: Props) {
  // Most have one; a list that came and went would move all that is below it.
  const isAlone = channels === undefined || channels.length < 2
  return (
    <nav className={`${styles.channels} ${isAlone ? styles.alone : ''}`} aria-label="Channels">
      <h2 className={styles.title}>Channels</h2>
      <ul className={styles.list}>
        {channels?.map(({ name, last_message_at }) => (
          <li key={name}>
            <Link
              to={`/chat/${name}` as string}
              className={styles.link}
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
