import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { writeMessage } from '../../app/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './history.module.css'
import { HistoryEntry } from './history-entry.tsx'
import { historyQuery, picturesQuery } from './queries.ts'
import { isTool, toolIds, tools } from './tools.ts'

const everything = { id: 'all', label: 'All tools' }
const choices = [everything, ...toolIds.map((id) => ({ id: id as string, label: tools[id].title }))]

/** Earlier tasks of all people and agents, as thumbnails. */
export function History({ current }: { current?: string }) {
  const [kind, setKind] = useState(everything.id)
  const history = useInfiniteQuery(historyQuery(kind === everything.id ? undefined : kind))
  const { data: assets } = useQuery(picturesQuery)
  const small = new Map(assets?.results.map(({ id, thumbnail }) => [id, thumbnail]))
  const tasks = history.data?.pages
    .flatMap(({ results }) => results)
    .filter((task) => isTool(task.kind))
  return (
    <section className={styles.history} aria-label="History">
      <header className={styles.head}>
        <h2>History</h2>
        <Choice
          label="Tool"
          isLabelHidden
          options={choices}
          value={kind}
          onChange={(id) => setKind(id)}
        />
      </header>
      <ul className={styles.strip}>
        {history.isError && (
          <li className={styles.none} role="alert">
            {writeMessage(history.error)}{' '}
            <Button size="small" onPress={() => void history.refetch()}>
              Try again
            </Button>
          </li>
        )}
        {history.isPending &&
          [1, 2, 3, 4, 5, 6].map((place) => (
            <li key={place} className={styles.waiting}>
              <Skeleton width={96} height={96} />
            </li>
          ))}
        {tasks?.map((task) => (
          <li key={task.task_id}>
            <HistoryEntry task={task} small={small} isCurrent={task.task_id === current} />
          </li>
        ))}
        {tasks?.length === 0 && !history.hasNextPage && (
          <li className={styles.none}>Nothing yet. Results from you and agents appear here.</li>
        )}
        {history.hasNextPage && (
          <li className={styles.more}>
            <Button
              size="small"
              isPending={history.isFetchingNextPage}
              onPress={() => void history.fetchNextPage()}
            >
              Show earlier
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}
