import type { Task } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleSlash, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { fileUrl } from '../../app/file-url.ts'
import { When } from '../../ui/when.tsx'
import styles from './history.module.css'
import { resultOf } from './tool-result.ts'
import { nameOfKind } from './tools.ts'

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
  const made = resultOf(task)?.pictures
  const first = made?.[0]
  if (task.state === 'FAILURE') return <CircleAlert size={20} className={styles.bad} aria-hidden />
  if (task.state === 'REVOKED') return <CircleSlash size={20} aria-hidden />
  if (!made) return <span className={styles.percent}>{task.progress.percent} %</span>
  if (!first || isGone) return <ImageOff size={20} aria-hidden />
  return (
    <>
      <img
        src={fileUrl(small.get(first.asset_id) ?? first.url)}
        alt=""
        loading="lazy"
        onError={() => setGone(true)}
      />
      {made.length > 1 && <span className={styles.count}>{made.length}</span>}
    </>
  )
}
