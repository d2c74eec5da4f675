import { Skeleton } from '../../ui/skeleton.tsx'
import { useBoard } from './board-context.ts'
import styles from './board-skeleton.module.css'
import kanban from './kanban/kanban.module.css'

/** Columns at their final width, with placeholder cards. */
export function BoardSkeleton() {
  const { board } = useBoard()
  return (
    <div role="status" aria-label="Loading" className={kanban.columns}>
      {board.statuses.map(({ id }) => (
        <div key={id} className={styles.column}>
          <Skeleton width={110} height={16} />
          {[76, 92, 76, 60].map((height, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change
            <Skeleton key={at} height={height} />
          ))}
        </div>
      ))}
    </div>
  )
}
