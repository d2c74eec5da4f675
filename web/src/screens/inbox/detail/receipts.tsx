import type { Delivery } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { useMay } from '../../../app/session.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { say } from '../../../ui/toasts.tsx'
import { When } from '../../../ui/when.tsx'
import { receiptsQuery } from '../queries.ts'
import detail from './detail.module.css'
import { MailDialog } from './mail-dialog.tsx'
import styles from './receipts.module.css'

const channels: Record<Delivery['channel'], string> = {
  in_app: 'Inbox',
  websocket: 'Live',
  email: 'Email',
  push: 'Push',
  chat: 'Team chat',
}

const order = Object.keys(channels)

const tones: Partial<Record<Delivery['status'], Tone>> = {
  sent: 'good',
  seen: 'good',
  read: 'good',
  answered: 'good',
  failed: 'bad',
  captured: 'warn',
}

/** The result per channel: the number of attempts, and the reason for a failure. */
export function Receipts({ notificationId }: { notificationId: string }) {
  const { data, error } = useQuery(receiptsQuery(notificationId))
  const [mail, setMail] = useState<string>()
  return (
    <section className={detail.part} aria-label="Delivery status">
      <h3>Delivery status</h3>
      {!data && !error && <SkeletonRows count={3} height={28} />}
      {!data && <Refusal error={error} />}
      <ul className={styles.list}>
        {data?.receipts.toSorted(byChannel).map((receipt) => (
          <Receipt key={receipt.id} receipt={receipt} onMail={() => setMail(receipt.id)} />
        ))}
      </ul>
      {mail && <MailDialog id={mail} onClose={() => setMail(undefined)} />}
    </section>
  )
}

function byChannel(a: Delivery, b: Delivery): number {
  return order.indexOf(a.channel) - order.indexOf(b.channel)
}

function Receipt({ receipt, onMail }: { receipt: Delivery; onMail: () => void }) {
  const { channel, status, attempts, reason, deliver_after, updated_at, target } = receipt
  const queryClient = useQueryClient()
  const mayResend = useMay('deliveries:write') && (status === 'failed' || status === 'captured')
  const hasMail = channel === 'email' && attempts > 0
  const resend = useMutation({
    mutationFn: () => api.notifications.resendDelivery(receipt.id),
    onSuccess: () => {
      say('Sending again')
      return queryClient.invalidateQueries(receiptsQuery(receipt.notification_id))
    },
  })
  return (
    <li className={styles.receipt}>
      <span className={styles.channel}>{channels[channel]}</span>
      <Badge tone={tones[status] ?? 'plain'}>{status}</Badge>
      <span className={styles.words}>
        {(channel === 'email' || channel === 'chat' || channel === 'push') && <span>{target}</span>}
        {attempts > 1 && <span>tried {attempts} times</span>}
        {status === 'queued' && deliver_after && (
          <span>
            scheduled for <When at={deliver_after} />
          </span>
        )}
        {reason && <span>{reason}</span>}
      </span>
      <span className={styles.end}>
        {hasMail && (
          <Button kind="quiet" size="small" onPress={onMail}>
            Show email
          </Button>
        )}
        {mayResend && (
          <Button size="small" isDisabled={resend.isPending} onPress={() => resend.mutate()}>
            Send again
          </Button>
        )}
        <When at={updated_at} />
      </span>
    </li>
  )
}
