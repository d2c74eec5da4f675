import type { Task } from '@atelier/sdk'
import { Maximize2, SquareSplitHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { fileUrl } from '../../app/file-url.ts'
import { LightboxButton } from '../../app/lightbox-button.tsx'
import { Button } from '../../ui/button.tsx'
import type { ShownImage } from './before-after.tsx'
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
}

/** Ways to look closer at a result. */
export function StageTools({ task, result, index, original }: Props) {
  const [isComparing, setComparing] = useState(false)
  const pictures = result.pictures.map((picture, at) => ({
    url: fileUrl(picture.url),
    name: nameOfFile(picture, task.kind, at),
  }))
  return (
    <div className={styles.tools}>
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
