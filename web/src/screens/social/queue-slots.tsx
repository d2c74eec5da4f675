import type { QueueSlot, SocialAccount } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { useMay } from '../../app/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './accounts.module.css'
import { zoneInWords } from './days.ts'
import { useZone } from './use-zone.ts'

const weekdays = [
  { id: 'mon', label: 'Monday' },
  { id: 'tue', label: 'Tuesday' },
  { id: 'wed', label: 'Wednesday' },
  { id: 'thu', label: 'Thursday' },
  { id: 'fri', label: 'Friday' },
  { id: 'sat', label: 'Saturday' },
  { id: 'sun', label: 'Sunday' },
] as const

type Weekday = QueueSlot['weekday']

/** The weekly times at which an account's queue publishes. */
export function QueueSlots({ account, slots }: { account: SocialAccount; slots: QueueSlot[] }) {
  const queryClient = useQueryClient()
  const mayWrite = useMay('social:write')
  const [isAdding, setAdding] = useState(false)
  const remove = useMutation({
    mutationFn: (id: number) => api.social.removeQueueSlot(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['social', 'slots'] }),
  })
  const inOrder = slots.toSorted((a, b) => buildOrder(a).localeCompare(buildOrder(b)))
  return (
    <div className={styles.slots}>
      <span className={styles.soft}>
        {slots.length > 0 ? 'Queue times' : 'No queue. Add posting times.'}
      </span>
      {inOrder.map((slot) => {
        const day = weekdays.find(({ id }) => id === slot.weekday)?.label ?? slot.weekday
        return (
          <span key={slot.id} className={styles.slot} title={slot.timezone}>
            {day} {slot.time}
            {mayWrite && (
              <IconButton
                label={`Remove ${day} ${slot.time} from the queue of ${account.name}`}
                onPress={() => remove.mutate(slot.id)}
              >
                <X />
              </IconButton>
            )}
          </span>
        )
      })}
      {mayWrite && (
        <Button
          size="small"
          kind="quiet"
          aria-label={`Add a time to the queue of ${account.name}`}
          onPress={() => setAdding(true)}
        >
          <Plus /> Add a time
        </Button>
      )}
      {isAdding && <AddSlot account={account} onClose={() => setAdding(false)} />}
    </div>
  )
}

function buildOrder({ weekday, time }: QueueSlot): string {
  return `${weekdays.findIndex(({ id }) => id === weekday)} ${time}`
}

function AddSlot({ account, onClose }: { account: SocialAccount; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { zone } = useZone()
  const [weekday, setWeekday] = useState<Weekday>('mon')
  const [time, setTime] = useState('09:30')
  const add = useMutation({
    mutationFn: () =>
      api.social.addQueueSlot({ account_id: account.id, weekday, time, timezone: zone }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['social', 'slots'] }),
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={`Add a queue time for ${account.name}`}
      action="Add"
      send={add}
      onClose={onClose}
    >
      <div className={styles.two}>
        <Choice label="Day of the week" options={weekdays} value={weekday} onChange={setWeekday} />
        <Field label="Time" type="time" isRequired value={time} onChange={setTime} />
      </div>
      <p className={styles.note}>Times are in {zoneInWords(zone, new Date())}.</p>
    </FormDialog>
  )
}
