import { Label, ProgressBar } from 'react-aria-components'
import styles from './progress.module.css'

interface Props {
  /** What is happening right now. */
  label: string
  percent: number
}

export function Progress({ label, percent }: Props) {
  return (
    <ProgressBar value={percent} className={styles.progress}>
      {({ valueText }) => (
        <>
          <Label className={styles.label}>{label}</Label>
          <span className={styles.percent}>{valueText}</span>
          <span className={styles.track}>
            <span className={styles.bar} style={{ width: `${percent}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
  )
}
