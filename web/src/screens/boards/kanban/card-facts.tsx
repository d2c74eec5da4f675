import {
  Calendar,
  CircleSlash,
  GitBranch,
  MessageSquare,
  Paperclip,
  SquareCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { dayInWords, isOverdue, type Task } from '../model.ts'
import { PriorityMark } from '../priority-mark.tsx'
import { TagMark } from '../tag-mark.tsx'
import styles from './card.module.css'
import type { CardNames } from './card.tsx'

interface Props {
  task: Task
  names: CardNames
}

/** The marks below the title of a task. Nothing if it has none. */
export function CardFacts({ task, names }: Props) {
  const { priority, due_date, tags } = task
  const counts = countParts(task, names)
  const blockers = task.complete ? 0 : (names.signs.get(task.id)?.open_blockers ?? 0)
  if (!priority && !due_date && !blockers && tags.length === 0 && counts.length === 0) return null
  return (
    <span className={styles.facts}>
      {blockers > 0 && (
        <span className={`${styles.fact} ${styles.blocked}`} title={describeBlocked(blockers)}>
          <CircleSlash size={13} aria-hidden />
          Blocked
          <span className="unseen">{describeBlocked(blockers).slice('Blocked'.length)}</span>
        </span>
      )}
      {priority && <PriorityMark priority={priority} />}
      {due_date && (
        <span className={`${styles.fact} ${isOverdue(task) ? styles.over : ''}`}>
          <Calendar size={13} aria-hidden />
          <span className="unseen">{isOverdue(task) ? 'Overdue, was due' : 'Due'}</span>
          {dayInWords(due_date)}
        </span>
      )}
      {counts.map(({ label, icon, text }) => (
        <span key={label} className={styles.fact} title={label}>
          {icon}
          <span className="unseen">{label}</span>
          {text}
        </span>
      ))}
      {tags.map((id) => (
        <TagMark key={id} tag={names.tags.get(id)} />
      ))}
    </span>
  )
}

function describeBlocked(count: number): string {
  return `Blocked by ${count} open ${count === 1 ? 'task' : 'tasks'}`
}

function countParts({ id, checklist, attachments }: Task, { parts, signs }: CardNames) {
  const subtasks = parts.get(id)
  const done = checklist.filter((item) => item.done).length
  const all: { label: string; icon: ReactNode; text: string | number | undefined | false }[] = [
    {
      label: 'Checklist',
      icon: <SquareCheck size={13} aria-hidden />,
      text: checklist.length > 0 && `${done}/${checklist.length}`,
    },
    {
      label: 'Subtasks',
      icon: <GitBranch size={13} aria-hidden />,
      text: subtasks && `${subtasks.done}/${subtasks.all}`,
    },
    {
      label: 'Comments',
      icon: <MessageSquare size={13} aria-hidden />,
      text: signs.get(id)?.comments_count,
    },
    {
      label: 'Attachments',
      icon: <Paperclip size={13} aria-hidden />,
      text: attachments.length,
    },
  ]
  return all.filter(({ text }) => text)
}
