import type { WebhookSubscription } from '@atelier/sdk'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { say } from '../../ui/toasts.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

const subscriptionsQuery = queryOptions({
  queryKey: ['webhooks', 'subscriptions'],
  queryFn: ({ signal }) => api.webhooks.listSubscriptions({ page_size: 100 }, { signal }),
})

/** The webhook subscriptions, and the result of each delivery. */
export function Webhooks() {
  const mayWrite = useMay('webhooks:write')
  const queryClient = useQueryClient()
  const { results } = useSuspenseQuery(subscriptionsQuery).data
  const [open, setOpen] = useState<WebhookSubscription | 'new'>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] })
  const test = useMutation({
    mutationFn: (id: string) => api.webhooks.testSubscription(id),
    onSuccess: () => say('Test sent. The result appears in the log.'),
    onSettled: refresh,
  })
  const change = useMutation({
    mutationFn: ({ id, is_active }: { id: string; is_active: boolean }) =>
      api.webhooks.updateSubscription(id, { is_active }),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.webhooks.deleteSubscription(id),
    onSettled: refresh,
  })
  return (
    <div>
      <Section
        title="Webhooks"
        text="Events are sent to these URLs as they happen. Requests are signed, and failed ones are retried."
        action={
          mayWrite && (
            <Button kind="first" onPress={() => setOpen('new')}>
              <Plus />
              New webhook
            </Button>
          )
        }
      >
        {results.length === 0 ? (
          <Empty icon={<Webhook size={22} />} title="No webhooks yet">
            Add a URL and choose which events it receives.
          </Empty>
        ) : (
          <Rows label="Webhooks">
            {results.map((hook) => (
              <Row
                key={hook.id}
                title={hook.url}
                text={hook.disabled_reason ?? describeTypes(hook)}
              >
                <Badge tone={!hook.is_active ? 'warn' : hook.failing_since ? 'bad' : 'good'}>
                  {!hook.is_active ? 'off' : hook.failing_since ? 'failing' : 'on'}
                </Badge>
                {mayWrite && (
                  <>
                    <Button size="small" onPress={() => setOpen(hook)}>
                      Edit
                    </Button>
                    <Button size="small" onPress={() => test.mutate(hook.id)}>
                      Send test
                    </Button>
                    <Button
                      size="small"
                      onPress={() => change.mutate({ id: hook.id, is_active: !hook.is_active })}
                    >
                      {hook.is_active ? 'Turn off' : 'Turn on'}
                    </Button>
                    <ConfirmButton
                      label="Delete"
                      title="Delete this webhook?"
                      text={`${hook.url} no longer receives events, and its log is deleted.`}
                      onConfirm={() => remove.mutate(hook.id)}
                    />
                  </>
                )}
              </Row>
            ))}
          </Rows>
        )}
      </Section>
      {results.length > 0 && <DeliveryLog />}
      {open && (
        <WebhookDialog
          hook={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
          onSaved={refresh}
        />
      )}
    </div>
  )
}

function describeTypes({ event_types }: WebhookSubscription): string {
  return event_types.includes('*') ? 'All events' : event_types.join(', ')
}
