import { type FocusEvent, useState } from 'react'

/** The slot that Tab reaches: the last one that had the focus, or else the first. */
export function useTabStop(slots: readonly string[]) {
  const [current, setCurrent] = useState('')
  return {
    tabStop: slots.includes(current) ? current : slots[0],
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const slot = (event.target as HTMLElement).dataset.slot
      if (slot) setCurrent(slot)
    },
  }
}
