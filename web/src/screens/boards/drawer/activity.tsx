import type { TaskActivity } from '@atelier/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Bot, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TextDiff } from '../../../ui/text-diff.tsx'
import { When } from '../../../ui/when.tsx'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { activityQuery, fieldsQuery } from '../queries.ts'
import styles from './activity.module.css'
import { inWords } from './activity-words.ts'
import type { ReadableChange } from './change-words.ts'
import { Section } from './section.tsx'

const step = 20
const most = 100

/** A task's activity, newest first. */
export function Activity({ task }: { task: Task }) {
  const { board } = useBoard()
  const [count, setCount] = useState(step)
  const { data: fields } = useSuspenseQuery(fieldsQuery(board.id))
  const { data } = useQuery(activityQuery(task.id, count))
  const names = useMemo(() => new Map(fields.map(({ key, name }) => [key, name])), [fields])
  if (!data) {
    return (
      <Section title="Activity">
        <SkeletonRows count={3} height={28} />
      </Section>
    )
  }
  const isMore = data.count > data.results.length
  return (
    <Section title="Activity" beside={data.count}>
      <ol className={styles.list}>
        {data.results.map((entry) => (
          <Entry key={entry.id} entry={entry} fieldNames={names} />
        ))}
      </ol>
      {isMore && count < most && (
        <Button kind="quiet" size="small" onPress={() => setCount(Math.min(count * 2, most))}>
          Show earlier
        </Button>
      )}
      {isMore && count >= most && (
        <p className={styles.rest}>
          {data.count - most} earlier entries are available through the API.
        </p>
      )}
    </Section>
  )
}

interface EntryProps {
  entry: TaskActivity
  fieldNames: ReadonlyMap<string, string>
}

function Entry({ entry, fieldNames }: EntryProps) {
  const { actor, timestamp } = entry
  const { summary, changes } = inWords(entry, fieldNames)
  const isAgent = actor.kind === 'agent'
  return (
    <li className={styles.entry}>
      {actor.kind === 'system' ? (
        <Bot size={18} aria-hidden className={styles.system} />
      ) : (
        <Avatar name={actor.name} isAgent={isAgent} size={18} />
      )}
      <div className={styles.words}>
        <p>
          <strong>{actor.name}</strong> {isAgent && <Badge tone="agent">Agent</Badge>} {summary}{' '}
          <span className={styles.when}>
            · <When at={timestamp} />
          </span>
        </p>
        {changes.map((change) => (
          <ChangeRow key={change.label} change={change} />
        ))}
      </div>
    </li>
  )
}

function ChangeRow({ change: { label, before, after, isLong } }: { change: ReadableChange }) {
  if (isLong) {
    return (
      <details className={styles.details}>
        <summary>
          <ChevronRight size={13} aria-hidden /> {label}: changes
        </summary>
        <TextDiff before={before} after={after} />
      </details>
    )
  }
  return (
    <p className={styles.change}>
      {label}: <del>{before}</del> <span aria-hidden>→</span> <ins>{after}</ins>
    </p>
  )
}
