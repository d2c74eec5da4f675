import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed, X } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import styles from './task-row.module.css'

interface Props {
  task: { slug: string; title: string; complete: boolean }
  onRemove?: () => void
}

/** A row that links to another task. */
export function TaskRow({ task: { slug, title, complete }, onRemove }: Props) {
  const Icon = complete ? CircleCheck : CircleDashed
  return (
    <li className={styles.row}>
      <Link to={`/tasks/${slug}` as string} className={styles.link}>
        <Icon size={15} aria-hidden className={complete ? styles.done : styles.open} />
        <span className="unseen">{complete ? 'Done:' : 'Open:'}</span>
        <span className={styles.slug}>{slug}</span>
        <span className={styles.title}>{title}</span>
      </Link>
      {onRemove && (
        <IconButton label={`Remove ${slug}`} onPress={onRemove}>
          <X />
        </IconButton>
      )}
    </li>
  )
}
