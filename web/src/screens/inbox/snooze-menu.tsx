import { AlarmClock } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'

interface Props {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onSnooze: (until: Date) => void
}

const hour = 3_600_000

/** Selects when a snoozed item returns. */
export function SnoozeMenu({ isOpen, onOpenChange, onSnooze }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const trigger = (
    <IconButton label="Snooze">
      <AlarmClock />
    </IconButton>
  )
  return (
    <>
      <Menu trigger={trigger} label="Snooze" isOpen={isOpen} onOpenChange={onOpenChange}>
        <MenuAction onAction={() => onSnooze(new Date(Date.now() + hour))}>In an hour</MenuAction>
        <MenuAction onAction={() => onSnooze(new Date(Date.now() + 4 * hour))}>
          In four hours
        </MenuAction>
        <MenuAction onAction={() => onSnooze(findMorning(1))}>Tomorrow at 9</MenuAction>
        <MenuAction onAction={() => onSnooze(nextMonday())}>On Monday at 9</MenuAction>
        <MenuAction onAction={() => setChoosing(true)}>Choose a time …</MenuAction>
      </Menu>
      {isChoosing && <SnoozeDialog onClose={() => setChoosing(false)} onSnooze={onSnooze} />}
    </>
  )
}

function findMorning(days: number): Date {
  const morning = new Date()
  morning.setDate(morning.getDate() + days)
  morning.setHours(9, 0, 0, 0)
  return morning
}

function nextMonday(): Date {
  return findMorning((8 - new Date().getDay()) % 7 || 7)
}
