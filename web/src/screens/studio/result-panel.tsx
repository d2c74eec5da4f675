import type { Task } from '@atelier/sdk'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { readHost } from '../../ui/parse-url.ts'
import type { ShownImage } from './before-after.tsx'
import type { Edit } from './compose.ts'
import parts from './result.module.css'
import { ResultActions } from './result-actions.tsx'
import { RunFacts } from './run-facts.tsx'
import { SettingsUsed } from './settings-used.tsx'
import styles from './studio.module.css'
import type { TaskRequest } from './task-request.ts'
import type { ResultPicture, ToolResult } from './tool-result.ts'
import { nameOfKind, usualPrompt } from './tools.ts'
import { Warnings } from './warnings.tsx'

export interface ResultProps {
  task: Task
  result: ToolResult
  /** The selected image and its index. */
  picture: ResultPicture
  index: number
  original: ShownImage | undefined
  asked: TaskRequest
  edit: Edit
  isGone: boolean
}

const around = { faces: 'the faces', subject: 'the subject', centre: 'the centre' }

/** The actions and details of a result. */
export function ResultPanel({ children, ...props }: ResultProps & { children: ReactNode }) {
  const { task, result, picture, asked, isGone, original } = props
  // The console sends this prompt by itself, so that it had no effect is no news.
  const hasOwnPrompt = 'prompt' in asked.settings && asked.settings.prompt !== usualPrompt
  const warnings = result.warnings.filter(
    (warning) => hasOwnPrompt || !warning.includes('does not read prompts'),
  )
  return (
    <aside className={styles.panel} aria-label="Result">
      <div className={parts.title}>
        <h2>{nameOfKind(task.kind)}</h2>
        {result.storage === 'transient' && <Badge tone="warn">Kept for one day</Badge>}
      </div>
      {!isGone && children}
      <ResultActions {...props} />
      {task.kind === 'image-outpainting' && <PromptUsed result={result} asked={asked} />}
      <Warnings warnings={warnings} />
      <section aria-label="About the result">
        <h3 className={parts.heading}>Result</h3>
        <Facts>
          <Fact name="Size">
            {picture.width} × {picture.height} px
          </Fact>
          <Fact name="File">
            {picture.content_type.replace('image/', '').toUpperCase()}, {formatSize(picture.bytes)}
          </Fact>
          {picture.seed !== undefined && <Fact name="Seed">{picture.seed}</Fact>}
          {result.faces && <Fact name="Faces">{result.faces.length}</Fact>}
          {result.focus && <Fact name="Around">{around[result.focus]}</Fact>}
          <RunFacts task={task} result={result} />
          {!original && /^https?:/.test(result.image_url) && (
            <Fact name="Original">
              <a href={result.image_url} target="_blank" rel="noreferrer">
                {readHost(result.image_url)}
              </a>
            </Fact>
          )}
        </Facts>
      </section>
      <SettingsUsed asked={asked} />
    </aside>
  )
}

/** Whether the engine used the prompt; not every engine does. */
function PromptUsed({ result, asked }: Pick<ResultProps, 'result' | 'asked'>) {
  const { prompt_applied: isUsed } = result.engine
  const prompt = 'prompt' in asked.settings ? asked.settings.prompt : undefined
  // The console sends it for engines that read no prompt.
  if (!isUsed && prompt === usualPrompt) return null
  return (
    <section className={parts.prompt} aria-label="Prompt">
      <Badge tone={isUsed ? 'good' : 'plain'}>{isUsed ? 'Prompt used' : 'Prompt not used'}</Badge>
      {prompt && <q>{prompt}</q>}
    </section>
  )
}
