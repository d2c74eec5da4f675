import type { JsonConflict, JsonSide } from '@atelier/sdk'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { ValueText } from '../value-text.tsx'
import styles from './conflict.module.css'

interface Props {
  conflict: JsonConflict
  choice: JsonSide | undefined
  onChoose: (side: JsonSide) => void
}

/** A value that both sides changed. */
export function ConflictChoice({ conflict, choice, onChoose }: Props) {
  const { path, base, mine, theirs } = conflict
  return (
    <li>
      <RadioGroup value={choice ?? null} onChange={(side) => onChoose(side as JsonSide)}>
        <Label className={styles.path}>{path.join(' › ') || 'All data'}</Label>
        <div className={styles.sides}>
          <div className={styles.side}>
            <span className={styles.name}>Before</span>
            <ValueText node={base} />
          </div>
          <Radio value="theirs" className={`${styles.side} ${styles.choice}`}>
            <span className={styles.name}>Theirs</span>
            <ValueText node={theirs} />
          </Radio>
          <Radio value="mine" className={`${styles.side} ${styles.choice}`}>
            <span className={styles.name}>Mine</span>
            <ValueText node={mine} />
          </Radio>
        </div>
      </RadioGroup>
    </li>
  )
}
