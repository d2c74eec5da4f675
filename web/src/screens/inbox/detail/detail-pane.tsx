import type { Open, Triage } from '../use-triage.ts'
import { NotificationDetail } from './notification-detail.tsx'
import { ThreadDetail } from './thread-detail.tsx'

export interface SnoozeState {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

interface Props {
  open: Open
  triage: Triage
  snoozing: SnoozeState
}

/** The item from the URL, next to the list, or full screen on a phone. */
export function DetailPane({ open, triage, snoozing }: Props) {
  if (open.thread !== undefined) {
    return <ThreadDetail id={open.thread} triage={triage} snoozing={snoozing} />
  }
  return <NotificationDetail id={open.id ?? ''} triage={triage} snoozing={snoozing} />
}
