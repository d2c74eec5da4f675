import type { Message } from '@atelier/sdk'
import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { Markdown } from '../../app/markdown.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { parseUrl } from '../../ui/parse-url.ts'
import { PlaceLink } from '../../ui/place-link.tsx'
import styles from './chat-message.module.css'

const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'medium' })

/** A chat message. Alerts from agents have a title and may have a link. */
export const ChatMessage = memo(function ChatMessage({
  message: { author, title, text, link, cta_label, notification_id, created_at },
  isContinued,
}: {
  message: Message
  isContinued: boolean
}) {
  const at = new Date(created_at)
  const isAlert = notification_id !== null
  // An inbox item is private to its person; for everyone else the link would be empty.
  const isPrivate = link !== null && parseUrl(link)?.pathname.startsWith('/inbox/')
  return (
    <li className={`${styles.message} ${isContinued ? styles.continued : ''}`}>
      {isContinued ? (
        <span className="unseen">{author.name}</span>
      ) : (
        <Avatar name={author.name} isAgent={author.kind !== 'user'} size={28} />
      )}
      <div className={`${styles.content} ${isAlert ? styles.alert : ''}`}>
        {!isContinued && (
          <p className={styles.by}>
            <strong>{author.name}</strong>
            <time dateTime={created_at} title={whole.format(at)}>
              {time.format(at)}
            </time>
          </p>
        )}
        {title && (
          <h3 className={styles.title}>
            {isAlert && <TriangleAlert size={15} aria-label="Alert:" />}
            {title}
          </h3>
        )}
        <Markdown text={text} />
        {link && !isPrivate && (
          <p>
            <PlaceLink label={cta_label ?? 'Open'} to={link} />
          </p>
        )}
      </div>
    </li>
  )
})
