import type { Task } from '@atelier/sdk'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { fileUrl } from '../../app/file-url.ts'
import { Empty } from '../../ui/empty.tsx'
import { Segments } from '../../ui/segments.tsx'
import { BeforeAfter } from './before-after.tsx'
import { canCorrect } from './brush/can-correct.ts'
import { CorrectView } from './brush/correct-view.tsx'
import { CutOutOptions } from './cut-out-options.tsx'
import { enclosing } from './frame-geometry.ts'
import { ResultPanel } from './result-panel.tsx'
import { StageTools } from './stage-tools.tsx'
import styles from './studio.module.css'
import type { TaskRequest } from './task-request.ts'
import type { ToolResult } from './tool-result.ts'
import { useEarlier, useOriginal } from './use-original.ts'
import { useTaskSearch } from './use-task-search.ts'
import { Variations } from './variations.tsx'

interface Props {
  task: Task
  result: ToolResult
  asked: TaskRequest
}

const painted = ['image-outpainting', 'generative-fill']

const comparisons = [
  { id: 'earlier', label: 'Earlier result' },
  { id: 'original', label: 'Original' },
] as const

/** The result: one image next to its original, or several to choose from. */
export function ResultView({ task, result, asked }: Props) {
  const { correct, against, change } = useTaskSearch()
  const original = useOriginal(asked.picture)
  const earlier = useEarlier(against)
  const [chosen, setChosen] = useState(0)
  const [compared, setCompared] = useState<'earlier' | 'original'>('earlier')
  const [backdrop, setBackdrop] = useState<string>()
  const [isCropped, setCropped] = useState(false)
  const [isGone, setGone] = useState(false)
  const picture = result.pictures[chosen] ?? result.pictures[0]
  if (!picture) return null
  const { foreground } = result
  const place = result.crop ?? foreground
  const wasCropped =
    place !== undefined &&
    original !== undefined &&
    (picture.width < original.width || picture.height < original.height)
  const isClear =
    task.kind === 'remove-background' &&
    picture.content_type === 'image/png' &&
    !('background_color' in asked.settings && asked.settings.background_color)
  const crop = isCropped && !wasCropped ? foreground : undefined
  const after = { ...picture, url: fileUrl(picture.url) }
  const isWithEarlier = earlier !== undefined && compared === 'earlier'
  const mayCorrect = canCorrect(asked) && original !== undefined && !isGone
  if (correct && mayCorrect) {
    return (
      <CorrectView
        {...{ task, asked, original }}
        cutOut={isClear && !wasCropped ? picture : undefined}
        onClose={() => change({ correct: undefined })}
      />
    )
  }
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
        ) : isWithEarlier ? (
          <BeforeAfter
            key="earlier"
            before={{ ...earlier, ...enclosing(earlier, after) }}
            after={{ ...after, ...enclosing(earlier, after) }}
            words={['Earlier', 'Corrected']}
            backdrop={backdrop}
            onGone={() => setCompared('original')}
          />
        ) : (
          <BeforeAfter
            before={original}
            after={after}
            place={wasCropped ? place : undefined}
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
        {earlier && (
          <Segments
            label="Compare with"
            options={comparisons}
            value={compared}
            onChange={setCompared}
          />
        )}
        <StageTools
          {...{ task, result, original }}
          index={chosen}
          onCorrect={mayCorrect ? () => change({ correct: true }) : undefined}
        />
        {isClear && (
          <CutOutOptions
            backdrop={backdrop}
            onBackdrop={setBackdrop}
            crop={wasCropped ? undefined : foreground}
            isCropped={isCropped}
            onCropped={(isOn) => {
              // The crop is drawn on the original.
              if (isOn) setCompared('original')
              setCropped(isOn)
            }}
          />
        )}
      </ResultPanel>
    </div>
  )
}
