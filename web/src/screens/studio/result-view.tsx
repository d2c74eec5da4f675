import type { Task } from '@atelier/sdk'
import { useState } from 'react'
import { useMay } from '../../app/session.ts'
import { Segments } from '../../ui/segments.tsx'
import type { ShownImage } from './before-after.tsx'
import { canCorrect } from './brush/can-correct.ts'
import { CorrectView } from './brush/correct-view.tsx'
import { CutOutOptions } from './cut-out-options.tsx'
import { ResultPanel } from './result-panel.tsx'
import { ResultStage } from './result-stage.tsx'
import { StageTools } from './stage-tools.tsx'
import styles from './studio.module.css'
import type { TaskRequest } from './task-request.ts'
import type { Box, ResultPicture, ToolResult } from './tool-result.ts'
import { useEarlier, useOriginal } from './use-original.ts'
import { useTaskSearch } from './use-task-search.ts'

interface Props {
  task: Task
  result: ToolResult
  asked: TaskRequest
}

const comparisons = [
  { id: 'earlier', label: 'Earlier result' },
  { id: 'original', label: 'Original' },
] as const

/** The result: one image next to its original, or several to choose from. */
export function ResultView({ task, result, asked }: Props) {
  const { correct, against, change } = useTaskSearch()
  const mayWork = useMay('tools:write')
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
  const place = findPlace(result, picture, original)
  const isClear = isTransparent(task, picture, asked)
  const crop = isCropped && !place ? foreground : undefined
  const mayCorrect = mayWork && canCorrect(asked) && original !== undefined && !isGone
  if (correct && mayCorrect) {
    return (
      <CorrectView
        {...{ task, asked, original }}
        cutOut={isClear && !place ? picture : undefined}
        onClose={() => change({ correct: undefined })}
      />
    )
  }
  return (
    <div className={styles.bench}>
      <div className={styles.stage}>
        <ResultStage
          {...{ chosen, original, place, backdrop, crop, isGone }}
          kind={task.kind}
          pictures={result.pictures}
          onChoose={setChosen}
          earlier={compared === 'earlier' ? earlier : undefined}
          onEarlierGone={() => setCompared('original')}
          onGone={() => setGone(true)}
        />
      </div>
      <ResultPanel
        {...{ task, result, picture, original, asked, isGone }}
        index={chosen}
        edit={{ backdrop, crop }}
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
            crop={place ? undefined : foreground}
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

/** The position of the result in the original, if it was cropped. */
function findPlace(
  { crop, foreground }: ToolResult,
  { width, height }: ResultPicture,
  original: ShownImage | undefined,
): Box | undefined {
  if (!original || (width >= original.width && height >= original.height)) return undefined
  return crop ?? foreground
}

function isTransparent(
  { kind }: Task,
  { content_type }: ResultPicture,
  { settings }: TaskRequest,
): boolean {
  const hasColour = 'background_color' in settings && Boolean(settings.background_color)
  return kind === 'remove-background' && content_type === 'image/png' && !hasColour
}
