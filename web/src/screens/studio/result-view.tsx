import type { Task } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { perhapsAssetQuery } from '../../app/assets.ts'
import { fileUrl } from '../../app/file-url.ts'
import { Empty } from '../../ui/empty.tsx'
import { BeforeAfter, type ShownImage } from './before-after.tsx'
import { CutOutOptions } from './cut-out-options.tsx'
import { ResultPanel } from './result-panel.tsx'
import { StageTools } from './stage-tools.tsx'
import styles from './studio.module.css'
import type { TaskRequest } from './task-request.ts'
import type { ToolResult } from './tool-result.ts'
import { Variations } from './variations.tsx'

interface Props {
  task: Task
  result: ToolResult
  asked: TaskRequest
}

const painted = ['image-outpainting', 'generative-fill']

/** The result: one image next to its original, or several to choose from. */
export function ResultView({ task, result, asked }: Props) {
  const original = useOriginal(asked.picture)
  const [chosen, setChosen] = useState(0)
  const [backdrop, setBackdrop] = useState<string>()
  const [isCropped, setCropped] = useState(false)
  const [isGone, setGone] = useState(false)
  const picture = result.pictures[chosen] ?? result.pictures[0]
  if (!picture) return null
  const { foreground } = result
  const wasCropped =
    foreground !== undefined && original !== undefined && picture.width < original.width
  const isClear =
    task.kind === 'remove-background' &&
    picture.content_type === 'image/png' &&
    !('background_color' in asked.settings && asked.settings.background_color)
  const crop = isCropped && !wasCropped ? foreground : undefined
  return (
    <div className={styles.bench}>
      <div className={styles.stage}>
        {isGone ? (
          <Empty icon={<ImageOff size={22} />} title="This image no longer exists">
            It was deleted, or it was kept for one day only.
          </Empty>
        ) : painted.includes(task.kind) ? (
          <Variations
            pictures={result.pictures}
            chosen={chosen}
            onChoose={setChosen}
            onGone={() => setGone(true)}
          />
        ) : (
          <BeforeAfter
            before={original}
            after={{ ...picture, url: fileUrl(picture.url) }}
            place={wasCropped ? foreground : undefined}
            backdrop={backdrop}
            crop={crop}
            onGone={() => setGone(true)}
          />
        )}
      </div>
      <ResultPanel
        task={task}
        result={result}
        picture={picture}
        index={chosen}
        original={original}
        asked={asked}
        edit={{ backdrop, crop }}
        isGone={isGone}
      >
        <StageTools {...{ task, result, original }} index={chosen} />
        {isClear && (
          <CutOutOptions
            backdrop={backdrop}
            onBackdrop={setBackdrop}
            crop={wasCropped ? undefined : foreground}
            isCropped={isCropped}
            onCropped={setCropped}
          />
        )}
      </ResultPanel>
    </div>
  )
}

/** The original of a result, if it is an asset. The page's policy blocks external URLs. */
function useOriginal(picture: string | undefined): ShownImage | undefined {
  const { data } = useQuery(perhapsAssetQuery(picture))
  if (!data?.file_url || !data.width || !data.height) return undefined
  const { width, height } = data
  return { url: fileUrl(data.file_url), width, height }
}
