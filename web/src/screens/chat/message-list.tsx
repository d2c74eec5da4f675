import { MessagesSquare } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { ChatMessage } from './chat-message.tsx'
import styles from './message-list.module.css'
import { groupByDay, type LoadedMessages } from './messages.ts'
import { MessagesSkeleton } from './messages-skeleton.tsx'

interface Props {
  said: LoadedMessages
  channel: string
  onOlder: () => void
}

/**
 * Newest message at the bottom. The box uses a reversed layout, so it starts at the end and keeps
 * its scroll position while older messages load above.
 */
export function MessageList({ said, channel, onOlder }: Props) {
  const { messages, before } = said
  const days = useMemo(() => groupByDay(messages), [messages])
  const top = useRef<HTMLDivElement>(null)
  // Runs again for each loaded page: if the top is still in view, the next page loads.
  useEffect(() => {
    if (before === null || !top.current) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onOlder()
      },
      { rootMargin: '600px' },
    )
    watch.observe(top.current)
    return () => watch.disconnect()
  }, [before, onOlder])

  if (messages.length === 0) return <NothingSaid channel={channel} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll
    <div className={styles.scroller} tabIndex={0} role="log" aria-label={`Messages in ${channel}`}>
      <div className={styles.messages}>
        {before !== null && (
          <div ref={top}>
            <MessagesSkeleton count={2} />
          </div>
        )}
        {days.map(({ name, messages: ofDay }) => (
          <section key={name} aria-label={name}>
            <h2 className={styles.day}>
              <span>{name}</span>
            </h2>
            <ol>
              {ofDay.map(({ message, isContinued }) => (
                <ChatMessage key={message.id} message={message} isContinued={isContinued} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  )
}

function NothingSaid({ channel }: { channel: string }) {
  return (
    <div className={styles.nothing}>
      <Empty icon={<MessagesSquare size={22} />} title="No messages yet">
        {channel === 'agent-alerts'
          ? 'Agents report problems here, so the whole team sees them. People can write here too. You can forward this channel to Slack, Mattermost or Discord.'
          : 'Messages from people and agents appear here.'}
      </Empty>
    </div>
  )
}
