import type { SocialAccount } from '@atelier/sdk'
import type { ChipData } from './chips.ts'
import type { FreeSlot } from './free-slots.ts'
import type { OnWrite } from './slot-button.tsx'

/** What the month and the week show. */
export interface GridProps {
  chips: ChipData[]
  slots: FreeSlot[]
  accounts: SocialAccount[]
  /** "2026-11-20 14:05" */
  now: string
  onMove: (chip: ChipData) => void
  /** Missing for people who may not write. */
  onWrite: OnWrite | undefined
}
