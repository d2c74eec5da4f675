import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react'
import { useBoard } from '../board-context.ts'
import { buildColumns } from '../columns.ts'
import type { Filters } from '../filters.ts'
import { AgentMark, People } from '../kanban/card.tsx'
import { CardFacts } from '../kanban/card-facts.tsx'
import { type Task, today } from '../model.ts'
import { groupTasks, type TaskGroup } from './group-tasks.ts'
import styles from './task-list.module.css'

type Row = { key: string; group: TaskGroup; task?: Task }

const heights = { group: 44, task: 44 }

/** The board's tasks as a grouped list. Only the rows in view are mounted. */
export function TaskList({ tasks, filters }: { tasks: Task[]; filters: Filters }) {
  const { board, names } = useBoard()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => {
    const inOrder = buildColumns(board.statuses, tasks, filters, []).flatMap(
      (column) => column.tasks,
    )
    const { statuses } = board
    const groups = groupTasks(inOrder, filters.group, { ...names, statuses, today: today() })
    return groups.flatMap((group): Row[] => [
      { key: group.id, group },
      ...group.tasks.map((task) => ({ key: `${group.id} ${task.id}`, group, task })),
    ])
  }, [board, tasks, filters, names])
  // A new function in every render would make the virtualizer place all rows anew.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.task ? heights.task : heights.group),
    getItemKey,
    overscan: 12,
    paddingEnd: 24,
    useFlushSync: false,
  })
  return (
    <div ref={scroller} className={styles.scroller}>
      {rows.length === 0 && <p className={styles.none}>No matching tasks</p>}
      <ul
        aria-label="Tasks"
        className={styles.list}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={moveFocus}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.task ? <TaskLine task={row.task} /> : <GroupHead group={row.group} />}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function GroupHead({ group }: { group: TaskGroup }) {
  return (
    <h2 className={styles.group}>
      {group.title} <small>{group.tasks.length}</small>
    </h2>
  )
}

function TaskLine({ task }: { task: Task }) {
  const { board, names } = useBoard()
  const Icon = task.complete ? CircleCheck : CircleDashed
  const column = board.statuses.find(({ id }) => id === task.status)
  return (
    <Link
      to={`/boards/${board.slug}/${task.slug}` as string}
      search={true as never}
      data-row
      className={styles.task}
    >
      <Icon size={16} aria-hidden className={task.complete ? styles.done : styles.open} />
      <span className={styles.slug}>{task.slug}</span>
      <span className={styles.title}>{task.title}</span>
      <AgentMark task={task} now={names.now} />
      <CardFacts task={task} names={names} />
      <span className={styles.column}>{column?.title}</span>
      <span className={styles.people}>
        <People ids={task.assignees} people={names.people} />
      </span>
    </Link>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const from = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
  if (!step || !from) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const inOrder = all.toSorted(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  )
  inOrder[inOrder.indexOf(from) + step]?.focus()
}
