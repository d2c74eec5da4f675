import type { ReactNode } from 'react'
import styles from './badge.module.css'
import tones from './tones.module.css'

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad' | 'agent'

/** A short label, such as a status. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.badge} ${tones[tone]}`}>{children}</span>
}
