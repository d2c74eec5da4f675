import { Image } from 'lucide-react'
import { EntryRow } from '../../ui/entry-list.tsx'
import { When } from '../../ui/when.tsx'
import { dayInShort } from './days.ts'
import { NetworkIcon } from './network-icon.tsx'
import { PostBadge } from './post-badge.tsx'
import styles from './post-row.module.css'
import type { Entry } from './queries.ts'
import { Thumbnail } from './thumbnail.tsx'

export function PostRow({ entry }: { entry: Entry }) {
  const { id, message, account, tags, media, status, local_date, error, created_at } = entry
  return (
    <EntryRow
      to={`/social/${id}`}
      mark={<PostBadge status={status} />}
      title={message.trim() || 'No text'}
      text={
        error ? (
          <span className={styles.error}>{error}</span>
        ) : (
          tags.map((tag) => `#${tag}`).join('  ')
        )
      }
    >
      {media.length > 0 && (
        <span className={styles.media}>
          <Thumbnail media={media} className={styles.thumbnail} />
          <Image size={13} aria-label="media" role="img" /> {media.length}
        </span>
      )}
      <span className={styles.account}>
        <NetworkIcon network={account.network} size={13} />
        <span>{account.name}</span>
      </span>
      <span className={styles.when}>
        {local_date ? (
          `${dayInShort(local_date.slice(0, 10))}, ${local_date.slice(11)}`
        ) : (
          <When at={created_at} />
        )}
      </span>
    </EntryRow>
  )
}
