import type { Task } from '@atelier/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileUrl } from '../../app/file-url.ts'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BeforeAfter, type ShownImage } from './before-after.tsx'
import styles from './compare-versions.module.css'
import { enclosing } from './frame-geometry.ts'
import { historyQuery } from './queries.ts'
import { listVersions, type Version } from './versions.ts'

interface Props {
  task: Task
  /** The index of the chosen picture of the task. */
  index: number
  original: ShownImage | undefined
  onClose: () => void
}

/** Two versions of one image with a divider between them. */
export function CompareVersions({ task, index, original, onClose }: Props) {
  const history = useInfiniteQuery(historyQuery(undefined)).data?.pages
  const tasks = history?.flatMap(({ results }) => results) ?? []
  const versions = [
    ...(original ? [{ id: 'original', label: 'Original', ...original }] : []),
    ...listVersions(task, tasks).map(({ url, ...version }) => ({
      ...version,
      url: fileUrl(url),
    })),
  ]
  const own = `${task.task_id} ${index}`
  const [rightId, setRightId] = useState(own)
  const [leftId, setLeftId] = useState<string>()
  const right = versions.find(({ id }) => id === rightId)
  const left =
    versions.find(({ id }) => id === leftId) ?? versions.find((version) => version !== right)
  const [isGone, setGone] = useState(false)
  const options = versions.map(({ id, label }: Pick<Version, 'id' | 'label'>) => ({ id, label }))
  return (
    <Dialog title="Compare versions" kind="wide-drawer" isOpen onClose={onClose}>
      <div className={styles.compare}>
        <div className={styles.choices}>
          <Choice
            label="Left"
            options={options}
            value={left?.id ?? null}
            onChange={(id) => {
              setLeftId(id)
              setGone(false)
            }}
          />
          <Choice
            label="Right"
            options={options}
            value={right?.id ?? null}
            onChange={(id) => {
              setRightId(id)
              setGone(false)
            }}
          />
        </div>
        <div className={styles.stage}>
          {isGone && <p className={styles.note}>This version no longer exists.</p>}
          {left && right && !isGone ? (
            <BeforeAfter
              key={`${left.id} ${right.id}`}
              before={{ url: left.url, ...enclosing(left, right) }}
              after={{ url: right.url, ...enclosing(left, right) }}
              words={['Left', 'Right']}
              backdrop={undefined}
              onGone={() => setGone(true)}
            />
          ) : (
            !isGone && <p className={styles.note}>There is no other version yet.</p>
          )}
        </div>
      </div>
    </Dialog>
  )
}
