import type { Task } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleSlash, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { fileUrl } from '../../app/file-url.ts'
import { When } from '../../ui/when.tsx'
import styles from './history.module.css'
import { readResult } from './tool-result.ts'
import { isReader, nameOfKind } from './tools.ts'

interface Props {
  task: Task
  /** Thumbnails of assets, by id. */
  small: Map<string, string | null>
  isCurrent: boolean
}

export function HistoryEntry({ task, small, isCurrent }: Props) {
  const title = nameOfKind(task.kind)
  return (
    <Link
      to={'/studio/$task' as string}
      params={{ task: task.task_id } as never}
      className={styles.entry}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span className={styles.picture}>
        <Picture task={task} small={small} />
      </span>
      <span className={styles.title}>
        {title}
        <span className="unseen">, {words[task.state]}</span>
      </span>
      <span className={styles.when}>
        <When at={task.created_at} />
      </span>
    </Link>
  )
}

const words: Record<Task['state'], string> = {
  PENDING: 'waiting',
  STARTED: 'running',
  PROGRESS: 'running',
  RETRY: 'waiting to retry',
  SUCCESS: 'done',
  FAILURE: 'failed',
  REVOKED: 'cancelled',
}

function Picture({ task, small }: Pick<Props, 'task' | 'small'>) {
  const [isGone, setGone] = useState(false)
  const result = readResult(task)
  const made = result?.pictures
  const first = made?.[0]
  // A tool that only looked at the image has no other to show.
  const looked = isReader(task.kind) && small.get(result?.image_url ?? '')
  if (task.state === 'FAILURE') return <CircleAlert size={20} className={styles.bad} aria-hidden />
  if (task.state === 'REVOKED') return <CircleSlash size={20} aria-hidden />
  if (!made) return <span className={styles.percent}>{task.progress.percent} %</span>
  if (looked && !isGone) return <Thumbnail url={looked} onGone={() => setGone(true)} />
  if (!first || isGone) return <ImageOff size={20} aria-hidden />
  return (
    <>
      <Thumbnail url={small.get(first.asset_id) ?? first.url} onGone={() => setGone(true)} />
      {made.length > 1 && <span className={styles.count}>{made.length}</span>}
    </>
  )
}

function Thumbnail({ url, onGone }: { url: string; onGone: () => void }) {
  return <img src={fileUrl(url)} alt="" loading="lazy" onError={onGone} />
}
