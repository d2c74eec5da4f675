import styles from './skeleton.module.css'

/** A placeholder for content that is still loading. */
export function Skeleton({
  width = '100%',
  height = 14,
}: {
  width?: number | string
  height?: number
}) {
  return <span aria-hidden className={styles.skeleton} style={{ width, height }} />
}

/** Placeholder rows for a list that loads for the first time. */
export function SkeletonRows({ count = 6, height = 44 }: { count?: number; height?: number }) {
  const rows = Array.from({ length: count }, (_, index) => index)
  return (
    <div role="status" aria-label="Loading" className={styles.rows}>
      {rows.map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  )
}
