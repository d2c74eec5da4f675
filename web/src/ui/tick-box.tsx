import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox, type CheckboxProps } from 'react-aria-components'
import styles from './tick-box.module.css'

interface Props extends Omit<CheckboxProps, 'children' | 'className'> {
  /** Below the words, for what they cannot say. */
  hint?: string | undefined
  /** Without words, where the place says it already, it needs an aria-label. */
  children?: ReactNode
}

/** Yes or no, or one of several that may be chosen together. */
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
