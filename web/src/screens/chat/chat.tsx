import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FailureView } from '../../app/failure-view.tsx'
import { useMay } from '../../app/session.ts'
import { MessageBox } from '../../ui/message-box.tsx'
import { Page } from '../../ui/page.tsx'
import { ChannelList } from './channel-list.tsx'
import styles from './chat.module.css'
import { MessageList } from './message-list.tsx'
import { MessagesSkeleton } from './messages-skeleton.tsx'
import { channelsQuery, useMessages, usePost } from './queries.ts'

/** Every workspace has this channel. */
const alerts = 'agent-alerts'

/** The team's channels: problems that agents report, and the discussion about them. */
export function ChatScreen() {
  const { channel = alerts } = useParams({ strict: false }) as { channel?: string }
  const { data: channels } = useQuery(channelsQuery)
  const here = channels?.results.find(({ name }) => name === channel)
  return (
    <div className={styles.chat}>
      <ChannelList channels={channels?.results} current={channel} />
      <section className={styles.channel} aria-label={`Channel ${channel}`}>
        <Page title={`# ${channel}`} isWide beside={<Description text={here?.description} />}>
          <Channel key={channel} name={channel} />
        </Page>
      </section>
    </div>
  )
}

function Description({ text = '' }: { text?: string | undefined }) {
  return <span className={styles.description}>{text}</span>
}

function Channel({ name }: { name: string }) {
  const { data, error, readOlder } = useMessages(name)
  const post = usePost(name)
  const mayWrite = useMay('chat:write')
  if (!data) return error ? <FailureView error={error} reset={() => {}} /> : <MessagesSkeleton />
  return (
    <>
      <MessageList said={data} channel={name} onOlder={readOlder} />
      {mayWrite && (
        <div className={styles.write}>
          <MessageBox
            label={`Write in ${name}`}
            placeholder={`Write in #${name} …`}
            onSend={post.mutateAsync}
          />
        </div>
      )}
    </>
  )
}
