import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allMembersQuery } from '../../app/queries.ts'
import type { CardNames } from './kanban/card.tsx'
import type { Task } from './model.ts'
import { tagsQuery } from './queries.ts'

/** The names behind the ids on cards, and the subtask progress of each task. */
export function useNames(tasks: Task[] | undefined): CardNames {
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
  return useMemo(() => ({ people, tags: named, parts }), [people, named, parts])
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
