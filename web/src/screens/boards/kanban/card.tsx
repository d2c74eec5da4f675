import type { Tag, TaskSigns } from '@atelier/sdk'
import { CornerDownRight } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Task } from '../model.ts'
import styles from './card.module.css'
import { CardFacts } from './card-facts.tsx'

export interface CardNames {
  people: ReadonlyMap<number, string>
  tags: ReadonlyMap<number, Tag>
  /** The number of subtasks of a task, and how many of them are done. */
  parts: ReadonlyMap<string, { done: number; all: number }>
  /** Comments and open blockers, for tasks that have any. */
  signs: ReadonlyMap<string, TaskSigns>
  /** Milliseconds, to the minute. */
  now: number
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
        <AgentMark task={task} now={names.now} />
        <People ids={task.assignees} people={names.people} />
      </span>
      <span className={`${styles.title} ${task.complete ? styles.done : ''}`}>{task.title}</span>
      <CardFacts task={task} names={names} />
    </a>
  )
})

/** An agent that changed the task a moment ago is still at work on it. */
const atWorkMs = 5 * 60_000

export function AgentMark({ task, now }: { task: Task; now: number }) {
  if (task.modifier_kind !== 'agent') return null
  const name = task.modifier_name
  const isAtWork = !task.complete && now - Date.parse(task.updated_at) < atWorkMs
  const words = isAtWork ? `The agent ${name} is at work` : `Last changed by the agent ${name}`
  return (
    <span className={styles.agent} title={words}>
      <Avatar name={name} isAgent size={16} />
      {isAtWork && <span className={styles.atWork}>at work</span>}
      <span className="unseen">{words}.</span>
    </span>
  )
}

const maxFaces = 3

export function People({ ids, people }: { ids: number[]; people: CardNames['people'] }) {
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
