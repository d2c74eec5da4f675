import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { allMembersQuery } from '../../app/queries.ts'
import type { CardNames } from './kanban/card.tsx'
import type { Task } from './model.ts'
import { signsQuery, tagsQuery } from './queries.ts'

/** The names behind the ids on cards, and the subtask progress of each task. */
export function useNames(boardId: string, tasks: Task[] | undefined): CardNames {
  const { data: signs = noSigns } = useQuery(signsQuery(boardId))
  const now = useMinutes()
  const { data: members } = useQuery(allMembersQuery)
  const { data: tags } = useQuery(tagsQuery)
  const people = useMemo(
    () =>
      new Map(
        members?.map(({ user_id, first_name, last_name, email }) => [
          user_id,
          `${first_name} ${last_name}`.trim() || email,
        ]),
      ),
    [members],
  )
  const parts = useMemo(() => countParts(tasks ?? []), [tasks])
  const named = useMemo(() => new Map(tags?.map((tag) => [tag.id, tag])), [tags])
  return useMemo(
    () => ({ people, tags: named, parts, signs, now }),
    [people, named, parts, signs, now],
  )
}

const noSigns: CardNames['signs'] = new Map()

/** The current time, to the minute. */
function useMinutes(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function countParts(tasks: Task[]): CardNames['parts'] {
  const parts = new Map<string, { done: number; all: number }>()
  for (const { parent, complete } of tasks) {
    if (parent === null) continue
    const { done, all } = parts.get(parent) ?? { done: 0, all: 0 }
    parts.set(parent, { done: done + (complete ? 1 : 0), all: all + 1 })
  }
  return parts
}
