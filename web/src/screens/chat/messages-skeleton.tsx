import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './messages-skeleton.module.css'

export function MessagesSkeleton({ count = 6 }: { count?: number }) {
  const rows = Array.from({ length: count }, (_, index) => index)
  return (
    <div role="status" aria-label="Loading" className={styles.messages}>
      {rows.map((row) => (
        <div key={row} className={styles.message}>
          <Skeleton width={28} height={28} />
          <div className={styles.words}>
            <Skeleton width={140} height={13} />
            <Skeleton width={row % 2 === 0 ? '70%' : '45%'} height={13} />
          </div>
        </div>
      ))}
    </div>
  )
}
