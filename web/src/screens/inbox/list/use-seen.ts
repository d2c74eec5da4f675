import { useEffect, useRef } from 'react'
import { useMay } from '../../../app/session.ts'
import { useMarks } from '../use-marks.ts'
import type { Row } from './rows.ts'

/** Roughly the number of rows that a person sees when opening the inbox. */
const looked = 50

/** Marks listed notifications as seen, though not read; receipts report this to the agent. */
export function useSeen(rows: Row[] | undefined): void {
  const mayWrite = useMay('notifications:write')
  const { mark } = useMarks()
  const told = useRef(new Set<string>())
  useEffect(() => {
    if (!mayWrite || !rows || document.hidden) return
    const unseen = rows
      .slice(0, looked)
      .flatMap(({ items }) => items)
      .filter(({ id, seen_at }) => seen_at === null && !told.current.has(id))
    for (const { id } of unseen) told.current.add(id)
    mark(unseen, 'seen')
  }, [rows, mayWrite, mark])
}
