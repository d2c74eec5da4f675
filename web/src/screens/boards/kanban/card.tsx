import type { Tag } from '@atelier/sdk'
import { Calendar, CornerDownRight, GitBranch, Paperclip, SquareCheck } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { dayInWords, isOverdue, type Task } from '../model.ts'
import { PriorityMark } from '../priority-mark.tsx'
import { TagMark } from '../tag-mark.tsx'
import styles from './card.module.css'

export interface CardNames {
  people: ReadonlyMap<number, string>
  tags: ReadonlyMap<number, Tag>
  /** The number of subtasks of a task, and how many of them are done. */
  parts: ReadonlyMap<string, { done: number; all: number }>
}

interface Props {
  task: Task
  names: CardNames
  href: string
  /** One card per column is a tab stop; arrow keys reach the others. */
  isTabStop: boolean
  isLifted: boolean
  isDragged: boolean
}

/** A task on the board. A plain link: the board handles events for all cards. */
export const Card = memo(function Card(props: Props) {
  const { task, names, href, isTabStop, isLifted, isDragged } = props
  const agent = task.modifier_kind === 'agent' ? task.modifier_name : undefined
  const state = isLifted ? styles.lifted : isDragged ? styles.dragged : ''
  return (
    <a
      href={href}
      draggable={false}
      data-card={task.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-describedby="how-to-move"
      className={`${styles.card} ${state}`}
    >
      <span className={styles.top}>
        {task.parent && <CornerDownRight size={12} aria-hidden />}
        <span>{task.slug}</span>
        {agent && (
          <span className={styles.agent} title={`Last changed by ${agent}`}>
            <Avatar name={agent} isAgent size={16} />
            <span className="unseen">Last changed by the agent {agent}.</span>
          </span>
        )}
        <People ids={task.assignees} people={names.people} />
      </span>
      <span className={`${styles.title} ${task.complete ? styles.done : ''}`}>{task.title}</span>
      <Facts task={task} names={names} />
    </a>
  )
})

const maxFaces = 3

function People({ ids, people }: { ids: number[]; people: CardNames['people'] }) {
  if (ids.length === 0) return null
  const called = ids.map((id) => people.get(id) ?? 'Someone')
  return (
    <span className={styles.people}>
      {called.slice(0, maxFaces).map((name, at) => (
        <Avatar key={ids[at]} name={name} size={18} />
      ))}
      {called.length > maxFaces && <span>+{called.length - maxFaces}</span>}
      <span className="unseen">Assigned to {called.join(', ')}.</span>
    </span>
  )
}

function Facts({ task, names }: Pick<Props, 'task' | 'names'>) {
  const { priority, due_date, checklist, tags, attachments } = task
  const parts = names.parts.get(task.id)
  const isBare = [checklist, tags, attachments].every(({ length }) => length === 0)
  if (!priority && !due_date && isBare && !parts) return null
  return (
    <span className={styles.facts}>
      {priority && <PriorityMark priority={priority} />}
      {due_date && (
        <span className={`${styles.fact} ${isOverdue(task) ? styles.over : ''}`}>
          <Calendar size={13} aria-hidden />
          <span className="unseen">{isOverdue(task) ? 'Overdue, was due' : 'Due'}</span>
          {dayInWords(due_date)}
        </span>
      )}
      {checklist.length > 0 && (
        <span className={styles.fact}>
          <SquareCheck size={13} aria-hidden />
          <span className="unseen">Checklist</span>
          {checklist.filter(({ done }) => done).length}/{checklist.length}
        </span>
      )}
      {parts && (
        <span className={styles.fact}>
          <GitBranch size={13} aria-hidden />
          <span className="unseen">Subtasks</span>
          {parts.done}/{parts.all}
        </span>
      )}
      {attachments.length > 0 && (
        <span className={styles.fact}>
          <Paperclip size={13} aria-hidden />
          <span className="unseen">Attachments</span>
          {attachments.length}
        </span>
      )}
      {tags.map((id) => (
        <TagMark key={id} tag={names.tags.get(id)} />
      ))}
    </span>
  )
}
