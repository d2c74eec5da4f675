import { type JsonConflict, type JsonNode, type JsonSide, stringOf } from '@atelier/sdk'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { TextDiff } from '../../../ui/text-diff.tsx'
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
            <Side base={base} node={theirs} />
          </Radio>
          <Radio value="mine" className={`${styles.side} ${styles.choice}`}>
            <span className={styles.name}>Mine</span>
            <Side base={base} node={mine} />
          </Radio>
        </div>
      </RadioGroup>
    </li>
  )
}

/** A text with several lines as what changed in it, anything else as a value. */
function Side({ base, node }: { base: JsonNode | undefined; node: JsonNode | undefined }) {
  const [before, after] = [stringOf(base), stringOf(node)]
  const isLong = before?.includes('\n') || after?.includes('\n')
  if (before === undefined || after === undefined || !isLong) return <ValueText node={node} />
  return <TextDiff before={before} after={after} />
}
