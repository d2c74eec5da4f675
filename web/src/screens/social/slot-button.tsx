import type { SocialAccount } from '@atelier/sdk'
import { Clock, Plus } from 'lucide-react'
import { dayInWords } from './days.ts'
import type { FreeSlot } from './free-slots.ts'
import { NetworkIcon } from './network-icon.tsx'
import styles from './slot-button.module.css'

/** Writes a post for a time; for a queue slot, on its accounts. */
export type OnWrite = (date: string, accountIds?: number[]) => void

interface Props {
  day: string
  time: string
  isTabStop: boolean
  onWrite: OnWrite
}

/** The free part of a calendar cell. */
function SlotButton({ day, time, isTabStop, onWrite }: Props) {
  return (
    <button
      type="button"
      data-slot={`${day} ${time}`}
      tabIndex={isTabStop ? 0 : -1}
      className={styles.slot}
      aria-label={`New post on ${dayInWords(day)}, ${time}`}
      onClick={() => onWrite(`${day} ${time}`)}
    >
      <Plus size={14} aria-hidden />
      <span>{time}</span>
    </button>
  )
}

interface QueueProps {
  slot: FreeSlot
  accounts: SocialAccount[]
  onWrite: OnWrite
  /** Grids reach it by arrow keys instead. */
  isTabStop?: boolean
}

export function QueueSlotButton({ slot, accounts, onWrite, isTabStop = false }: QueueProps) {
  const { day, time, accountIds } = slot
  const shown = accounts.filter(({ id }) => accountIds.includes(id))
  const names = shown.map(({ name }) => name).join(', ')
  return (
    <button
      type="button"
      data-slot={`${day} ${time} queue`}
      tabIndex={isTabStop ? 0 : -1}
      className={styles.queue}
      title={`Free queue slot of ${names}`}
      aria-label={`New post in the queue slot ${dayInWords(day)}, ${time}, for ${names}`}
      onClick={() => onWrite(`${day} ${time}`, accountIds)}
    >
      <Clock size={11} aria-hidden />
      <span>{time}</span>
      {shown.slice(0, 4).map(({ id, network }) => (
        <NetworkIcon key={id} network={network} size={11} />
      ))}
    </button>
  )
}

interface CellProps {
  day: string
  time: string
  /** Whether the time is still to come. */
  isOpen: boolean
  free: readonly FreeSlot[]
  accounts: SocialAccount[]
  /** The place that the Tab key reaches. */
  tabStop: string | undefined
  /** Absent for people who may not write posts. */
  onWrite: OnWrite | undefined
}

/** Where a person can write a post in a calendar cell. */
export function CellSlots({ day, time, isOpen, free, accounts, tabStop, onWrite }: CellProps) {
  if (!onWrite) return null
  return (
    <>
      {free.map((slot) => (
        <QueueSlotButton key={slot.time} slot={slot} accounts={accounts} onWrite={onWrite} />
      ))}
      {isOpen && (
        <SlotButton {...{ day, time, onWrite }} isTabStop={tabStop === `${day} ${time}`} />
      )}
    </>
  )
}
