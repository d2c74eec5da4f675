import styles from './timeline.module.css'

interface Props {
  startedAt: string | null
  endedAt: string | null
  from: number
  until: number
}

/** When the step ran within the run, and for how long. Decorative: the text shows the duration. */
export function TimingBar({ startedAt, endedAt, from, until }: Props) {
  const whole = Math.max(until - from, 1)
  const share = (at: number) => Math.min(Math.max((at - from) / whole, 0), 1) * 100
  const start = startedAt ? share(Date.parse(startedAt)) : 0
  const end = endedAt ? share(Date.parse(endedAt)) : 100
  return (
    <span className={styles.bar} aria-hidden>
      {startedAt && (
        <span
          style={{
            marginInlineStart: `${Math.min(start, 98)}%`,
            width: `${Math.max(end - start, 2)}%`,
          }}
        />
      )}
    </span>
  )
}
