import { Button } from '../../../ui/button.tsx'
import { type Refinement, wordsForRefinement } from '../brush/strokes.ts'
import styles from './settings.module.css'

interface Props {
  refine: Refinement
  error: string | undefined
  onRemove: () => void
}

/** The strokes of an earlier correction, which this run sends again. */
export function StrokesUsed({ refine, error, onRemove }: Props) {
  return (
    <div>
      <div className={styles.strokes}>
        <span>Strokes</span>
        {wordsForRefinement(refine)}
        <Button size="small" kind="quiet" onPress={onRemove}>
          Remove strokes
        </Button>
      </div>
      {error && <p className={styles.error}>{error}</p>}
    </div>
  )
}
