import type { Task } from '@atelier/sdk'
import { ImageOff, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Facts } from '../../../ui/facts.tsx'
import parts from '../result.module.css'
import { RunFacts } from '../run-facts.tsx'
import { SettingsUsed } from '../settings-used.tsx'
import styles from '../studio.module.css'
import type { TaskRequest } from '../task-request.ts'
import type { ToolResult } from '../tool-result.ts'
import { nameOfKind } from '../tools.ts'
import { useOriginal } from '../use-original.ts'
import { useGoToBench } from '../use-studio-search.ts'
import { Warnings } from '../warnings.tsx'
import own from './findings.module.css'
import { readFindings } from './findings.ts'
import { FindingsStage } from './findings-stage.tsx'

interface Props {
  task: Task
  result: ToolResult
  asked: TaskRequest
}

/** What a tool found in an image: over the image, and as text to copy. */
export function FindingsView({ task, result, asked }: Props) {
  const original = useOriginal(asked.picture)
  const goTo = useGoToBench()
  const mayWork = useMay('tools:write')
  const [active, setActive] = useState<number>()
  const findings = readFindings(task)
  const { all, text, summary } = findings
  return (
    <div className={styles.bench}>
      <div className={styles.stage}>
        {asked.picture ? (
          <FindingsStage {...{ original, findings, active }} onActive={setActive} />
        ) : (
          <Empty icon={<ImageOff size={22} />} title="The image is not stored here">
            Only images that are assets of the workspace can be shown.
          </Empty>
        )}
      </div>
      <aside className={styles.panel} aria-label="Result">
        <h2>{nameOfKind(task.kind)}</h2>
        <div className={parts.actions}>
          {all.length > 0 && <CopyButton text={text}>Copy text</CopyButton>}
          {mayWork && asked.picture && (
            <Button size="small" onPress={() => goTo({ picture: asked.picture })}>
              <WandSparkles /> Edit the image
            </Button>
          )}
        </div>
        <Warnings warnings={result.warnings} />
        <section aria-label="Found">
          <h3 className={parts.heading}>{summary}</h3>
          <ol className={own.list}>
            {all.map(({ text, note }, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines can have the same text
                key={index}
                data-active={index === active || undefined}
                onPointerEnter={() => setActive(index)}
                onPointerLeave={() => setActive(undefined)}
              >
                <span>{text}</span>
                <small>{note}</small>
              </li>
            ))}
          </ol>
        </section>
        <section aria-label="About the result">
          <h3 className={parts.heading}>Result</h3>
          <Facts>
            <RunFacts task={task} result={result} />
          </Facts>
        </section>
        <SettingsUsed asked={asked} />
      </aside>
    </div>
  )
}
