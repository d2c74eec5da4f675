import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox, type CheckboxProps } from 'react-aria-components'
import styles from './tick-box.module.css'

interface Props extends Omit<CheckboxProps, 'children' | 'className'> {
  /** Shown below the text, for details that don't fit it. */
  hint?: string | undefined
  /** If omitted because the context makes it clear, set an aria-label. */
  children?: ReactNode
}

/** A checkbox, alone or in a group. */
export function TickBox({ hint, children, ...props }: Props) {
  return (
    <Checkbox {...props} className={styles.line}>
      <span className={styles.box} aria-hidden>
        <Check size={12} strokeWidth={3} />
      </span>
      {children !== undefined && (
        <span>
          {children}
          {hint && <small className={styles.hint}>{hint}</small>}
        </span>
      )}
    </Checkbox>
  )
}
