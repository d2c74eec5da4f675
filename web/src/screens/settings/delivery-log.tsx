import type { WebhookDeliverySummary } from '@atelier/sdk'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { When } from '../../ui/when.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'

const deliveriesQuery = queryOptions({
  queryKey: ['webhooks', 'deliveries'],
  queryFn: ({ signal }) => api.webhooks.listDeliveries({ page_size: 50 }, { signal }),
  // No events report changes of deliveries.
  refetchInterval: 5000,
})

const tones: Record<string, Tone> = { delivered: 'good', failed: 'bad', sending: 'accent' }

/** The latest fifty deliveries with their results. */
export function DeliveryLog() {
  const mayWrite = useMay('webhooks:write')
  const queryClient = useQueryClient()
  const { results } = useSuspenseQuery(deliveriesQuery).data
  const [open, setOpen] = useState<WebhookDeliverySummary>()
  const resend = useMutation({
    mutationFn: (id: string) => api.webhooks.resendDelivery(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesQuery.queryKey }),
  })
  return (
    <Section title="Recent deliveries">
      {results.length === 0 ? (
        <p>Nothing has been sent yet.</p>
      ) : (
        <Rows label="Recent deliveries">
          {results.map((one) => (
            <Row
              key={one.id}
              title={one.event_type}
              text={
                <>
                  <When at={one.created_at} />
                  {one.reason ? `: ${one.reason}` : ''}
                  {one.attempts_count > 1 ? `, ${one.attempts_count} attempts` : ''}
                </>
              }
            >
              {one.status_code !== null && <code>{one.status_code}</code>}
              <Badge tone={tones[one.status] ?? 'plain'}>{one.status}</Badge>
              <Button
                size="small"
                aria-label={`Details of ${one.event_type}`}
                onPress={() => setOpen(one)}
              >
                Details
              </Button>
              {mayWrite && one.status === 'failed' && (
                <Button size="small" onPress={() => resend.mutate(one.id)}>
                  Send again
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {open && <DeliveryDialog delivery={open} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}
