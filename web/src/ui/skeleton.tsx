import styles from './skeleton.module.css'

/** Where something will stand, as long as nothing is known of it. */
export function Skeleton({
  width = '100%',
  height = 14,
}: {
  width?: number | string
  height?: number
}) {
  return <span aria-hidden className={styles.skeleton} style={{ width, height }} />
}

/** Rows of a list that is being read for the first time. */
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
