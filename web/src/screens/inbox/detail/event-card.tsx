import type { Notification } from '@atelier/sdk'
import { Markdown } from '../../../app/markdown.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { PlaceLink } from '../../../ui/place-link.tsx'
import styles from './event-card.module.css'
import { type Extra, findAppearance, findRun, listFacts } from './event-types.ts'

/** The content of a notification, styled by its `_extra.event_type`. */
export function EventCard({ item }: { item: Notification }) {
  const extra = item._extra as Extra
  const look = findAppearance(extra.event_type as string | undefined, item.category)
  const facts = listFacts(extra, look)
  // An agent's own link comes first; the default link of the event type is a fallback.
  const own = item.link && {
    label: item.cta_label === 'View details' ? 'Open' : item.cta_label,
    to: item.url,
  }
  const place = own || look.place?.(extra)
  const run = findRun(extra)
  return (
    <div className={`${styles.card} ${look.tone === 'bad' ? styles.bad : ''}`}>
      <Markdown text={item.body ?? item.message} />
      {facts.length > 0 && (
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      )}
      {place && <PlaceLink {...place} />}
      {run && <PlaceLink {...run} />}
    </div>
  )
}
