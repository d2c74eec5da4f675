import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './row-skeleton.module.css'

export function RowSkeleton() {
  return (
    <div className={styles.row}>
      <Skeleton width={30} height={30} />
      <div className={styles.words}>
        <Skeleton width="55%" height={13} />
        <Skeleton width="85%" height={12} />
      </div>
    </div>
  )
}

export function ListSkeleton() {
  const rows = Array.from({ length: 10 }, (_, index) => index)
  return (
    <div role="status" aria-label="Loading" className={styles.list}>
      {rows.map((row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  )
}
