import type { Notification } from '@atelier/sdk'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useCallback, useState } from 'react'
import { useMay } from '../../app/session.ts'
import { say } from '../../ui/toasts.tsx'
import { buildSearch, type Filters } from './filters.ts'
import type { ListHandle } from './list/inbox-list.tsx'
import { isOpenRow, type Row } from './list/rows.ts'
import { useMarks } from './use-marks.ts'

/** The item in the URL: a notification, a thread or neither. */
export interface Open {
  id?: string
  thread?: string
}

interface Situation {
  rows: Row[]
  open: Open
  /** Also set if the item is not in the list, for example after following a link in an email. */
  openItem: Notification | undefined
  filters: Filters
  list: RefObject<ListHandle | null>
  hold: (items: readonly Notification[]) => void
  release: (ids: readonly string[]) => void
}

export type Triage = ReturnType<typeof useTriage>

/** Goes through the list item by item, and archives or snoozes finished ones. */
export function useTriage({ rows, open, openItem, filters, list, hold, release }: Situation) {
  const navigate = useNavigate()
  const mayWrite = useMay('notifications:write')
  const { mark, putAway } = useMarks()
  const [cursor, setCursor] = useState<string>()
  const openRow = useOpenRow(filters)
  const isOpen = open.id !== undefined || open.thread !== undefined
  const openIndex = rows.findIndex((row) => isOpenRow(row, open))
  const index = isOpen ? openIndex : rows.findIndex(({ key }) => key === cursor)
  const row = rows[index]
  const items = row?.items.length ? row.items : openItem ? [openItem] : []
  const mayMark = mayWrite && items.length > 0

  const show = (to = '/inbox') => {
    const search = buildSearch(filters) as never
    void navigate({ to, search, replace: isOpen, resetScroll: false })
  }

  const go = (step: number) => {
    const next = Math.min(Math.max(index + step, 0), rows.length - 1)
    const to = rows[next]
    if (!to) return
    setCursor(to.key)
    list.current?.focusRow(next)
    if (isOpen) show(to.to)
  }

  /** The next item replaces the removed one. */
  const leave = () => {
    release(items.map(({ id }) => id))
    const next = index < 0 ? undefined : (rows[index + 1] ?? rows[index - 1])
    setCursor(next?.key)
    if (isOpen) show(next?.to)
    else if (next) list.current?.focusRow(rows.indexOf(next))
  }

  const archive = () => {
    if (!mayMark) return
    if (items.every(({ archived_at }) => archived_at !== null)) {
      mark(items, 'unarchive')
      say('Moved back to the inbox')
    } else {
      putAway(items, 'archive', `Archived “${shortened(items[0]?.title ?? '')}”`)
    }
    leave()
  }

  const toggleRead = () => {
    if (!mayMark) return
    const isUnread = items.some(({ read_at }) => read_at === null)
    if (isUnread) read(items)
    else mark(items.slice(0, 1), 'unread')
  }

  const read = (those: readonly Notification[]) => {
    const unread = those.filter(({ read_at }) => read_at === null)
    if (!mayWrite || unread.length === 0) return
    hold(those)
    mark(unread, 'read')
  }

  const snooze = (until: Date) => {
    if (!mayMark) return
    putAway(items, 'snooze', `Snoozed until ${inWords.format(until)}`, until.toISOString())
    leave()
  }

  const acts = { open: openRow, setCursor, go, show, archive, toggleRead, read, snooze }
  return { row, items, cursor, mayMark, ...acts }
}

/** Stable while the filters stay the same, because rows are memoized. */
function useOpenRow({ view, category, search: words }: Filters) {
  const navigate = useNavigate()
  return useCallback(
    (to: string) => {
      const filters = { view, ...(category && { category }), ...(words && { search: words }) }
      const search = buildSearch(filters) as never
      void navigate({ to, search, resetScroll: false })
    },
    [navigate, view, category, words],
  )
}

const inWords = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  hour: 'numeric',
  minute: '2-digit',
})

function shortened(title: string): string {
  return title.length > 40 ? `${title.slice(0, 39)}…` : title
}
