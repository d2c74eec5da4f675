import { Badge } from '../../ui/badge.tsx'
import type { Asked } from './asked.ts'
import styles from './result.module.css'
import type { ToolResult } from './tool-result.ts'

/** Whether the engine used the prompt; not every engine does. */
export function PromptUsed({ result, asked }: { result: ToolResult; asked: Asked }) {
  const { prompt_applied: isUsed } = result.engine
  const prompt = 'prompt' in asked.settings ? asked.settings.prompt : undefined
  return (
    <section className={styles.prompt} aria-label="Prompt">
      <Badge tone={isUsed ? 'good' : 'plain'}>{isUsed ? 'Prompt used' : 'Prompt not used'}</Badge>
      {prompt && <q>{prompt}</q>}
    </section>
  )
}
