import { Link } from '@tanstack/react-router'
import { CircleCheck, CornerDownRight, EyeOff, Languages, TriangleAlert, Users } from 'lucide-react'
import { dayInShort } from './days.ts'
import { NetworkIcon } from './network-icon.tsx'
import { labels, nameLanguage, readAudience, visibilities } from './network-options.ts'
import { PostBadge } from './post-badge.tsx'
import styles from './post-screen.module.css'
import type { Entry, PostOrDraft } from './queries.ts'

interface Audience {
  additional: PostOrDraft['additional']
  network: PostOrDraft['account']['network']
}

/** The visibility, warning and language, as far as this network supports them. */
export function AudienceLine({ additional, network }: Audience) {
  const { visibility, warning, isSensitive, label, language } = readAudience({
    [network]: additional[network],
  })
  const findLabel = (options: typeof labels, id: string) =>
    id && (options.find((option) => option.id === id)?.label ?? id)
  const parts = [
    { icon: <TriangleAlert />, text: warning },
    { icon: <Users />, text: findLabel(visibilities, visibility) },
    { icon: <EyeOff />, text: isSensitive ? 'Media hidden' : findLabel(labels, label) },
    { icon: <Languages />, text: language && nameLanguage(language) },
  ].filter(({ text }) => text)
  if (parts.length === 0 || network === 'webhook') return null
  return (
    <ul className={styles.audience} aria-label="Audience and warnings">
      {parts.map(({ icon, text }) => (
        <li key={text}>
          {icon} {text}
        </li>
      ))}
    </ul>
  )
}

/** The replies, with a mark on those already published. */
export function Replies({ comments, published }: { comments: string[]; published: number }) {
  if (comments.length === 0) return null
  return (
    <section className={styles.replies}>
      <h2>Replies</h2>
      <ol>
        {comments.map((comment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reply is known by nothing but its place
          <li key={index}>
            {index < published ? (
              <CircleCheck role="img" aria-label="Published" />
            ) : (
              <CornerDownRight aria-hidden />
            )}
            <p>{comment}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The same post on other accounts; shows the text only if it differs. */
export function AlsoOn({ entries, message }: { entries: Entry[]; message: string }) {
  if (entries.length === 0) return null
  return (
    <section className={styles.others} aria-label="Also on">
      <h2>Also on</h2>
      <ul>
        {entries.map(({ id, account, status, local_date, message: words }) => (
          <li key={id}>
            <Link to={`/social/${id}` as string} className={styles.other}>
              <NetworkIcon network={account.network} />
              <span className={styles.otherName}>
                {account.name}
                {words !== message && <small>{words || 'No text'}</small>}
              </span>
              <PostBadge status={status} />
              {local_date && (
                <span className={styles.otherDate}>
                  {dayInShort(local_date.slice(0, 10))}, {local_date.slice(11)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
