import type { Task } from '@atelier/sdk'
import { Brush, Maximize2, SquareSplitHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { fileUrl } from '../../app/file-url.ts'
import { LightboxButton } from '../../app/lightbox-button.tsx'
import { Button } from '../../ui/button.tsx'
import { readDraft } from '../../ui/drafts.ts'
import type { ShownImage } from './before-after.tsx'
import { placeOfStrokes } from './brush/can-correct.ts'
import styles from './stage-tools.module.css'
import { nameOfFile, type ToolResult } from './tool-result.ts'

const CompareVersions = lazy(async () => ({
  default: (await import('./compare-versions.tsx')).CompareVersions,
}))

interface Props {
  task: Task
  result: ToolResult
  index: number
  original: ShownImage | undefined
  /** Undefined if it cannot be corrected. */
  onCorrect: (() => void) | undefined
}

/** Ways to look closer at a result, and to correct it. */
export function StageTools({ task, result, index, original, onCorrect }: Props) {
  const [isComparing, setComparing] = useState(false)
  const pictures = result.pictures.map((picture, at) => ({
    url: fileUrl(picture.url),
    name: nameOfFile(picture, task.kind, at),
  }))
  const isStarted = readDraft(placeOfStrokes(task.task_id)) !== undefined
  return (
    <div className={styles.tools}>
      {onCorrect && (
        <Button size="small" onPress={onCorrect}>
          <Brush /> {isStarted ? 'Continue correcting' : 'Correct'}
        </Button>
      )}
      <Button size="small" onPress={() => setComparing(true)}>
        <SquareSplitHorizontal /> Compare
      </Button>
      <LightboxButton pictures={pictures} index={index} className={styles.large}>
        <Maximize2 size={14} aria-hidden /> View larger
      </LightboxButton>
      {isComparing && (
        <Suspense>
          <CompareVersions {...{ task, index, original }} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </div>
  )
}
