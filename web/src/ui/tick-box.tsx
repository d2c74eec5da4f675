import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox, type CheckboxProps } from 'react-aria-components'
import styles from './tick-box.module.css'

interface Props extends Omit<CheckboxProps, 'children'> {
  children: ReactNode
}

/** Yes or no, or one of several that may be chosen together. */
export function TickBox({ children, ...props }: Props) {
  return (
    <Checkbox {...props} className={styles.line}>
      <span className={styles.box} aria-hidden>
        <Check size={12} strokeWidth={3} />
      </span>
      <span>{children}</span>
    </Checkbox>
  )
}
