import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Mail, MessageSquare, Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { say } from '../../ui/toasts.tsx'
import { ChatWebhookDialog } from './chat-webhook-dialog.tsx'

const mailQuery = queryOptions({
  queryKey: ['mailSetup'],
  queryFn: ({ signal }) => api.notifications.getMailSetup({ signal }),
})

const chatWebhooksQuery = queryOptions({
  queryKey: ['chatWebhooks'],
  queryFn: ({ signal }) => api.chat.listWebhooks({ page_size: 100 }, { signal }),
})

/** The notification channels, and whether each of them works. */
export function Channels() {
  const mayReadWebhooks = useMay('webhooks:read')
  return (
    <div>
      <MailSection />
      {mayReadWebhooks && <ChatSection />}
    </div>
  )
}

function MailSection() {
  const setup = useSuspenseQuery(mailQuery).data
  const mayWrite = useMay('notifications:write')
  const test = useMutation({
    mutationFn: () => api.notifications.sendTestMail(),
    onSuccess: ({ status, detail }) =>
      say(status === 'sent' ? `The mail server accepted it: ${detail}` : detail),
  })
  return (
    <Section title="Email">
      <Rows label="Email">
        <Row
          icon={<Mail size={18} aria-hidden />}
          title={setup.from}
          text={
            setup.is_configured
              ? 'Emails are sent through the configured mail server.'
              : 'No mail server is configured, so emails are stored and shown in the inbox. To send them, the operator sets ATELIER_SMTP_URL.'
          }
        >
          <Badge tone={setup.is_configured ? 'good' : 'warn'}>
            {setup.is_configured ? 'sending' : 'storing'}
          </Badge>
          {mayWrite && (
            <Button size="small" isPending={test.isPending} onPress={() => test.mutate()}>
              <Send />
              Send test email
            </Button>
          )}
        </Row>
      </Rows>
    </Section>
  )
}

function ChatSection() {
  const queryClient = useQueryClient()
  const mayWrite = useMay('webhooks:write')
  const { results } = useSuspenseQuery(chatWebhooksQuery).data
  const [isAdding, setAdding] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: chatWebhooksQuery.queryKey })
  const test = useMutation({
    mutationFn: (id: string) => api.chat.testWebhook(id),
    onSuccess: () => say('The test message was delivered.'),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.chat.deleteWebhook(id),
    onSettled: refresh,
  })
  return (
    <Section
      title="External team chat"
      text="Messages in the agent-alerts channel can also go to Slack, Mattermost or Discord."
      action={
        mayWrite && (
          <Button onPress={() => setAdding(true)}>
            <Plus />
            Add
          </Button>
        )
      }
    >
      {results.length > 0 && (
        <Rows label="External team chats">
          {results.map((hook) => (
            <Row
              key={hook.id}
              icon={<MessageSquare size={18} aria-hidden />}
              title={hook.name}
              text={hook.last_error ?? hook.url_hint}
            >
              <Badge tone={hook.last_error ? 'bad' : 'plain'}>
                {hook.last_error ? 'failing' : hook.kind}
              </Badge>
              {mayWrite && (
                <>
                  <Button size="small" onPress={() => test.mutate(hook.id)}>
                    <Send />
                    Send test
                  </Button>
                  <ConfirmButton
                    label="Remove"
                    title={`Remove ${hook.name}?`}
                    text="No more messages go there. To add it again, you need its webhook URL."
                    onConfirm={() => remove.mutate(hook.id)}
                  />
                </>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {isAdding && <ChatWebhookDialog onClose={() => setAdding(false)} onAdded={refresh} />}
    </Section>
  )
}
