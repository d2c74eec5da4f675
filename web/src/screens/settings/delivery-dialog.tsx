import type { WebhookDeliverySummary } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Row, Rows } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'

interface Props {
  delivery: WebhookDeliverySummary
  onClose: () => void
}

/** Each attempt of a delivery, with the receiver's response. */
export function DeliveryDialog({ delivery, onClose }: Props) {
  const { data } = useQuery({
    queryKey: ['webhooks', 'delivery', delivery.id],
    queryFn: ({ signal }) => api.webhooks.getDelivery(delivery.id, { signal }),
  })
  const { event_type, id, status, next_attempt_at } = data ?? delivery
  return (
    <Dialog title={event_type} kind="wide" isOpen isText onClose={onClose}>
      <Facts>
        <Fact name="Status">{status}</Fact>
        <Fact name="Delivery id">
          <code>{id}</code>
        </Fact>
        <Fact name="Next attempt">{next_attempt_at && <When at={next_attempt_at} />}</Fact>
      </Facts>
      {!data ? (
        <SkeletonRows count={2} height={48} />
      ) : data.attempts.length === 0 ? (
        <p>No attempts yet</p>
      ) : (
        <Rows label="Attempts">
          {data.attempts.map((attempt) => (
            <Row
              key={attempt.started_at}
              title={<When at={attempt.started_at} />}
              text={attempt.reason ?? attempt.response ?? 'The response was empty.'}
            >
              {attempt.status_code !== null && <code>{attempt.status_code}</code>}
              <small>{attempt.duration_ms} ms</small>
            </Row>
          ))}
        </Rows>
      )}
    </Dialog>
  )
}
