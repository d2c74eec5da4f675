import { Switch, type SwitchProps } from 'react-aria-components'
import styles from './toggle.module.css'

interface Props extends Omit<SwitchProps, 'children' | 'className'> {
  label: string
  /** Shown below the label, for details that don't fit it. */
  hint?: string
}

/** An on/off switch that takes effect immediately. */
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
