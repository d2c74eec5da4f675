import { useInfiniteQuery } from '@tanstack/react-query'
import { messageOf } from '../../../app/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { spokenQuery } from '../queries.ts'
import styles from './spoken.module.css'
import { SpokenEntry } from './spoken-entry.tsx'

/** What was spoken, by people and agents, newest first. */
export function SpokenList() {
  const spoken = useInfiniteQuery(spokenQuery)
  const tasks = spoken.data?.pages.flatMap(({ results }) => results)
  return (
    <section aria-label="Spoken" className={styles.spoken}>
      <h2>Spoken</h2>
      {spoken.isError && <p role="alert">{messageOf(spoken.error)}</p>}
      {spoken.isPending && <SkeletonRows count={3} height={64} />}
      {tasks?.length === 0 && (
        <p className={styles.soft}>
          Nothing yet. What you and agents have spoken stands here, to be heard and downloaded.
        </p>
      )}
      <ul className={styles.list}>
        {tasks?.map((task) => (
          <li key={task.task_id}>
            <SpokenEntry task={task} />
          </li>
        ))}
      </ul>
      {spoken.hasNextPage && (
        <Button
          size="small"
          isPending={spoken.isFetchingNextPage}
          onPress={() => void spoken.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </section>
  )
}
