import { Switch, type SwitchProps } from 'react-aria-components'
import styles from './toggle.module.css'

interface Props extends Omit<SwitchProps, 'children' | 'className'> {
  label: string
  /** Below the label, for what it cannot say. */
  hint?: string
}

/** Something that is on or off, and takes effect at once. */
export function Toggle({ label, hint, ...props }: Props) {
  return (
    <Switch {...props} className={styles.toggle as string}>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      <span className={styles.track} aria-hidden />
    </Switch>
  )
}
