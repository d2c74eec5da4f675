import type { SocialAccount } from '@atelier/sdk'
import styles from './composer.module.css'
import type { Composition } from './composition.ts'
import { lengthOn, problemsOn } from './message-length.ts'
import { NetworkIcon } from './network-icon.tsx'

interface Props {
  accounts: SocialAccount[]
  composition: Composition
  /** Drafts may exceed the limits, so their problems are shown less prominently. */
  isDraft: boolean
}

/** The length on each account, as its network counts it, and problems that prevent publishing. */
export function Counters({ accounts, composition, isDraft }: Props) {
  if (accounts.length === 0) {
    return <p className={styles.note}>Choose an account to see its length limit.</p>
  }
  return (
    <ul className={styles.counters} aria-label="Length by account">
      {accounts.map((account) => {
        const length = lengthOn(account, composition)
        const problems = problemsOn(account, composition)
        const isOver = length > account.max_characters
        return (
          <li key={account.id} data-bad={(problems.length > 0 && !isDraft) || undefined}>
            <NetworkIcon network={account.network} size={13} />
            <span className={styles.counterName}>{account.name}</span>
            <span className={styles.count} data-over={isOver || undefined}>
              {length} / {account.max_characters}
            </span>
            <span className={styles.problems}>
              {composition.message || isOver || !isDraft ? problems.join(' ') : ''}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
