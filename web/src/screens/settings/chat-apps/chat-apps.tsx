import type { Connection } from '@atelier/sdk'
import {
  queryOptions,
  useMutation,
  usePrefetchQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { Mail, MessagesSquare, Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMay } from '../../../app/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { say } from '../../../ui/toasts.tsx'
import { DoorSettings } from '../notifications/door-settings.tsx'
import { doorsQuery } from '../notifications/queries.ts'
import { appGuides } from './app-guides.tsx'
import { ConnectAppDialog } from './connect-app-dialog.tsx'
import { MailReplies } from './mail-replies.tsx'
import { NextStepsDialog } from './next-steps-dialog.tsx'

const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => api.doors.listConnections({ signal }),
})

/** Where people can answer questions besides the console. */
export function ChatApps() {
  const mayReadConnections = useMay('webhooks:read')
  usePrefetchQuery(doorsQuery)
  return (
    <div>
      {mayReadConnections && <Connections />}
      <MailReplies />
      <DoorSettings showsEmpty />
    </div>
  )
}

function Connections() {
  const queryClient = useQueryClient()
  const mayWrite = useMay('webhooks:write')
  const { results } = useSuspenseQuery(connectionsQuery).data
  const [isConnecting, setConnecting] = useState(false)
  const [unfinished, setUnfinished] = useState<Connection>()
  const refresh = () => {
    queryClient.invalidateQueries({ queryKey: connectionsQuery.queryKey })
    queryClient.invalidateQueries({ queryKey: ['doors'] })
  }
  const connected = (connection: Connection) => {
    refresh()
    setConnecting(false)
    if (connection.inbound_url && appGuides[connection.kind].nextSteps.length > 0) {
      setUnfinished(connection)
    } else say(`${connection.name} is connected.`)
  }
  return (
    <Section
      title="Connected apps"
      text="People get questions there and answer them. When someone answers, every app shows who did."
      action={
        mayWrite && (
          <Button kind="first" onPress={() => setConnecting(true)}>
            <Plus />
            Connect an app
          </Button>
        )
      }
    >
      {results.length === 0 ? (
        <Empty icon={<MessagesSquare size={22} />} title="No apps connected">
          Connect Slack, Telegram, Discord or a mailbox. It takes a few minutes.
        </Empty>
      ) : (
        <Rows label="Connected apps">
          {results.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              onChanged={refresh}
              onFinish={() => setUnfinished(connection)}
            />
          ))}
        </Rows>
      )}
      {isConnecting && (
        <ConnectAppDialog onClose={() => setConnecting(false)} onConnected={connected} />
      )}
      {unfinished && (
        <NextStepsDialog connection={unfinished} onClose={() => setUnfinished(undefined)} />
      )}
    </Section>
  )
}

interface RowProps {
  connection: Connection
  onChanged: () => void
  onFinish: () => void
}

function ConnectionRow({ connection, onChanged, onFinish }: RowProps) {
  const mayWrite = useMay('webhooks:write')
  const { id, kind, name, last_error, inbound_url } = connection
  const test = useMutation({
    mutationFn: () => api.doors.testConnection(id),
    onSuccess: ({ sent_to }) =>
      say(
        sent_to === null
          ? `${name} works. Link your account to get a test message.`
          : `${name} works. ${sent_to} got a test message.`,
      ),
    onSettled: onChanged,
  })
  const remove = useMutation({
    mutationFn: () => api.doors.deleteConnection(id),
    onSettled: onChanged,
  })
  const Icon = kind === 'imap' ? Mail : MessagesSquare
  return (
    <Row
      icon={<Icon size={18} aria-hidden />}
      title={name}
      text={last_error ?? describeConnection(connection)}
    >
      <Badge tone={last_error ? 'bad' : 'good'}>{last_error ? 'failing' : 'connected'}</Badge>
      {mayWrite && (
        <>
          {inbound_url && appGuides[kind].nextSteps.length > 0 && (
            <Button size="small" onPress={onFinish}>
              Set-up
            </Button>
          )}
          <Button size="small" isPending={test.isPending} onPress={() => test.mutate()}>
            <Send />
            Test
          </Button>
          <ConfirmButton
            label="Remove"
            title={`Remove ${name}?`}
            text="Nobody can answer there any more. Its credentials and the links of all people are deleted. Sent messages stay."
            onConfirm={() => remove.mutate()}
          />
        </>
      )}
    </Row>
  )
}

function describeConnection({ kind, description, linked_people }: Connection): string {
  if (kind === 'imap') return description
  const people = linked_people === 1 ? '1 person linked' : `${linked_people} people linked`
  return `${appGuides[kind].title}: ${description}, ${people}`
}
