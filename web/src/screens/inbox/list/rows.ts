import type { Notification, Question } from '@atelier/sdk'

/** One row of the list: a thread with all its notifications, or a single notification. */
export interface Row {
  key: string
  /** The path that it links to. */
  to: string
  title: string
  message: string
  sender: { name: string; isAgent: boolean }
  category: Notification['category']
  eventType: string | undefined
  at: string
  isUnread: boolean
  isWaiting: boolean
  threadId: string | null
  /** The person's notifications in it, newest first. Marking the row marks these. */
  items: Notification[]
}

/** Groups notifications by thread, at the position of the newest. */
export function buildRows(items: readonly Notification[]): Row[] {
  const threads = new Map<string, Row>()
  const rows: Row[] = []
  for (const item of items) {
    const known = item.thread_id === null ? undefined : threads.get(item.thread_id)
    if (known) {
      known.items.push(item)
      known.isUnread ||= item.read_at === null
      known.isWaiting ||= item.question?.status === 'open'
      continue
    }
    const row = buildRow(item)
    rows.push(row)
    if (item.thread_id !== null) threads.set(item.thread_id, row)
  }
  return rows
}

function buildRow(item: Notification): Row {
  const { event_type } = item._extra as { event_type?: string }
  return {
    key: item.thread_id === null ? item.id : `thread ${item.thread_id}`,
    to: `/inbox/${item.id}`,
    title: item.title,
    message: item.message,
    sender: { name: item.sender.name, isAgent: item.sender.kind !== 'user' },
    category: item.category,
    eventType: event_type,
    at: item.created_at,
    isUnread: item.read_at === null,
    isWaiting: item.question?.status === 'open',
    threadId: item.thread_id,
    items: [item],
  }
}

/** Open questions, one per row, including those for a colleague that anyone may answer. */
export function rowsOfQuestions(questions: readonly Question[], userId: number): Row[] {
  return questions.map((question) => ({
    key: question.id,
    to:
      question.user_id === userId
        ? `/inbox/${question.notification_id}`
        : `/threads/${encodeURIComponent(question.thread_id)}`,
    title: question.title,
    message: question.message,
    sender: { name: 'Agent', isAgent: true },
    category: 'agentNeedsInput',
    eventType: undefined,
    at: question.created_at,
    isUnread: false,
    isWaiting: true,
    threadId: question.thread_id,
    items: [],
  }))
}

/** Whether the row is the item in the URL. */
export function isOpenRow(row: Row, open: { id?: string; thread?: string }): boolean {
  if (open.thread !== undefined) return row.threadId === open.thread
  if (open.id === undefined) return false
  return row.to === `/inbox/${open.id}` || row.items.some(({ id }) => id === open.id)
}
