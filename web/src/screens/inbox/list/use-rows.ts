import type { Notification, Question } from '@atelier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { api } from '../../../app/api.ts'
import { useEvents } from '../../../app/live.ts'
import { useMe } from '../../../app/session.ts'
import { buildQuery, type Filters } from '../filters.ts'
import { followMark, listKey } from '../marks.ts'
import { newestFirst, pageSize } from './long-list.ts'
import { buildRows, type Row, rowsOfQuestions } from './rows.ts'
import { useLongList } from './use-long-list.ts'

/** The rows for a filter, and how to load more. */
export function useRows(filters: Filters) {
  const { view, category, search } = filters
  const isOfQuestions = view === 'questions'
  const notifications = useNotifications(filters, !isOfQuestions)
  const questions = useOpenQuestions(isOfQuestions)
  const userId = useMe().user.id
  const [held, setHeld] = useState<Notification[]>([])
  const [heldFor, setHeldFor] = useState('')
  // Another filter is another list.
  const now = `${view} ${category} ${search}`
  if (heldFor !== now) {
    setHeldFor(now)
    setHeld([])
  }
  const { items } = notifications
  const rows = useMemo<Row[] | undefined>(() => {
    if (isOfQuestions) return questions.items && rowsOfQuestions(questions.items, userId)
    return items && buildRows(withHeld(items, held))
  }, [isOfQuestions, questions.items, items, held, userId])

  /** An item that was just read stays in the unread list until the person navigates away. */
  const hold = useCallback(
    (kept: readonly Notification[]) => {
      if (view === 'unread') setHeld((before) => [...kept, ...before])
    },
    [view],
  )
  const release = useCallback((ids: readonly string[]) => {
    setHeld((before) => before.filter(({ id }) => !ids.includes(id)))
  }, [])
  const { error, hasMore, hasFailed, readMore } = isOfQuestions ? questions : notifications
  return { rows, error, hasMore, hasFailed, readMore, hold, release }
}

function withHeld(items: Notification[], held: readonly Notification[]): Notification[] {
  const known = new Set(items.map(({ id }) => id))
  const missing = held.filter(({ id }) => !known.has(id) && known.add(id))
  if (missing.length === 0) return items
  const read = missing.map((item) => ({ ...item, read_at: item.read_at ?? item.created_at }))
  return [...items, ...read].sort(newestFirst)
}

function useNotifications(filters: Filters, isEnabled: boolean) {
  const { view, category, search } = filters
  const queryClient = useQueryClient()
  const shown = useMemo<Filters>(
    () => ({ view, ...(category && { category }), ...(search && { search }) }),
    [view, category, search],
  )
  const key = useMemo(() => [...listKey, shown], [shown])
  const readPage = useCallback(
    (page: number, signal?: AbortSignal) =>
      api.notifications.list({ ...buildQuery(shown), page, page_size: pageSize }, { signal }),
    [shown],
  )
  useEvents(useCallback((event) => followMark(queryClient, event), [queryClient]))
  return useLongList<Notification>(key, readPage, isEnabled)
}

const questionsKey = ['questions', 'open']

function readQuestions(page: number, signal?: AbortSignal) {
  return api.questions.list({ status: 'open', page, page_size: pageSize }, { signal })
}

function useOpenQuestions(isEnabled: boolean) {
  return useLongList<Question>(questionsKey, readQuestions, isEnabled)
}
