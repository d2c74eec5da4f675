import type { Task } from '@atelier/sdk'
import { useState } from 'react'
import { fileUrl } from '../../../app/file-url.ts'
import { writeMessage } from '../../../app/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { useDraft } from '../../../ui/drafts.ts'
import { RestoredDraft } from '../../../ui/restored-draft.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import type { ShownImage } from '../before-after.tsx'
import styles from '../studio.module.css'
import type { ResultPicture } from '../tool-result.ts'
import { useRun } from '../use-run.ts'
import brush from './brush.module.css'
import { BrushStage } from './brush-stage.tsx'
import { type CorrectableRequest, placeOfStrokes } from './can-correct.ts'
import { buildRefinement, listStrokes } from './strokes.ts'

interface Props {
  task: Task
  asked: CorrectableRequest
  original: ShownImage
  /** The cut-out, if it lies over the original pixel by pixel. */
  cutOut: ResultPicture | undefined
  onClose: () => void
}

/** Strokes over the original that correct its cut-out. */
export function CorrectView({ task, asked, original, cutOut, onClose }: Props) {
  const { tool, picture, settings } = asked
  const draft = useDraft(placeOfStrokes(task.task_id), () => listStrokes(settings.refine, original))
  const [isFaded, setFaded] = useState(true)
  const run = useRun(tool, picture, { against: task.task_id, onSent: draft.discard })
  const { value: strokes } = draft
  const isFading = cutOut !== undefined && isFaded
  return (
    <div className={styles.bench}>
      <div className={`${styles.stage} ${styles.tall}`}>
        <BrushStage
          url={original.url}
          name="Original"
          pictureClass={isFading ? brush.faded : undefined}
          intents={['keep', 'remove']}
          strokes={strokes}
          onChange={draft.set}
        >
          {isFading && <img src={fileUrl(cutOut.url)} alt="" className={brush.picture} />}
        </BrushStage>
      </div>
      <aside className={styles.panel} aria-label="Correct">
        <h2>Correct the cut-out</h2>
        <RestoredDraft isRestored={draft.isRestored} onDiscard={draft.discard} />
        <p className={styles.soft}>
          Paint over what to keep and what to remove. A short stroke is enough: it spreads to the
          similar area around it.
        </p>
        {cutOut && (
          <Toggle label="Fade what was removed" isSelected={isFaded} onChange={setFaded} />
        )}
        <p className={styles.soft}>
          Strokes stay here until you apply or clear them. By keyboard: focus the image, move the
          brush with the arrow keys, and press Space to start and end a stroke. With two fingers you
          move and enlarge the image.
        </p>
        <div className={styles.run}>
          {run.error && (
            <p role="alert" className={styles.error}>
              {writeMessage(run.error)}
            </p>
          )}
          <div className={styles.choices}>
            <Button
              kind="first"
              className={styles.wide as string}
              isDisabled={!draft.isChanged || run.isPending}
              onPress={() => run.mutate({ ...settings, refine: buildRefinement(strokes) })}
            >
              {run.isPending ? 'Sending …' : 'Apply'}
            </Button>
            <Button onPress={onClose}>Back to the result</Button>
          </div>
        </div>
      </aside>
    </div>
  )
}
