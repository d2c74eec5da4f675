import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './detail.module.css'
import bar from './detail-bar.module.css'

/** Reserves space for the bar if that is not loaded yet either. */
export function DetailSkeleton({ hasBar = false }: { hasBar?: boolean }) {
  return (
    <>
      {hasBar && <div className={bar.bar} />}
      <div className={styles.body} role="status" aria-label="Loading">
        <div className={styles.column}>
          <div className={styles.head}>
            <Skeleton width="60%" height={24} />
            <Skeleton width="35%" height={16} />
          </div>
          <Skeleton height={14} />
          <Skeleton width="90%" height={14} />
          <Skeleton width="70%" height={14} />
        </div>
      </div>
    </>
  )
}
