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
      say(status === 'sent' ? `The mail server took it: ${detail}` : detail),
  })
  return (
    <Section title="Mail">
      <Rows label="Mail">
        <Row
          icon={<Mail size={18} aria-hidden />}
          title={setup.from}
          text={
            setup.is_configured
              ? 'Mails leave over the mail server of this installation.'
              : 'No mail server is set, so mails are kept and can be read in the inbox. The operator sets ATELIER_SMTP_URL.'
          }
        >
          <Badge tone={setup.is_configured ? 'good' : 'warn'}>
            {setup.is_configured ? 'sends' : 'keeps'}
          </Badge>
          {mayWrite && (
            <Button size="small" isPending={test.isPending} onPress={() => test.mutate()}>
              <Send />
              Send me a test
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
    onSuccess: () => say('The test has arrived there.'),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.chat.deleteWebhook(id),
    onSettled: refresh,
  })
  return (
    <Section
      title="Team chat elsewhere"
      text="What is said in the channel agent-alerts can also go to Slack, Mattermost or Discord."
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
        <Rows label="Team chats elsewhere">
          {results.map((hook) => (
            <Row
              key={hook.id}
              icon={<MessageSquare size={18} aria-hidden />}
              title={hook.name}
              text={hook.last_error ?? hook.url_hint}
            >
              <Badge tone={hook.last_error ? 'bad' : 'plain'}>
                {hook.last_error ? 'fails' : hook.kind}
              </Badge>
              {mayWrite && (
                <>
                  <Button size="small" onPress={() => test.mutate(hook.id)}>
                    <Send />
                    Send a test
                  </Button>
                  <ConfirmButton
                    label="Remove"
                    title={`Remove ${hook.name}?`}
                    text="Nothing goes there any more. The address has to be given again to bring it back."
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
