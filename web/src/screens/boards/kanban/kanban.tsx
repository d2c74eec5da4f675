import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useBoard } from '../board-context.ts'
import { buildColumns, type Move } from '../columns.ts'
import type { Filters } from '../filters.ts'
import type { Task } from '../model.ts'
import { useMoves } from '../use-moves.ts'
import type { Drag } from './card-drag.ts'
import { Column } from './column.tsx'
import { ColumnSwitch } from './column-switch.tsx'
import styles from './kanban.module.css'
import { useCardDrag } from './use-card-drag.ts'
import { useCardKeys } from './use-card-keys.ts'

interface Props {
  tasks: Task[]
  filters: Filters
  onFilters: (change: Filters) => void
}

/** The columns of a board, with cards that can be moved between them. */
export function Kanban({ tasks, filters, onFilters }: Props) {
  const { board, mayWrite } = useBoard()
  const { moves, move } = useMoves(board.id)
  const [lifted, setLifted] = useState<Move | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const columns = useMemo(
    () => buildColumns(board.statuses, tasks, filters, lifted ? [...moves, lifted] : moves),
    [board.statuses, tasks, filters, moves, lifted],
  )
  const onDrop = useCallback(({ taskId, ...place }: Move) => move(taskId, place), [move])
  const keys = useCardKeys({ columns, mayWrite, lifted, setLifted, onDrop })
  const shown = columns.find(({ status }) => status.id === filters.column) ?? columns[0]
  const onTab = useCallback((column: string) => onFilters({ column }), [onFilters])
  const drag = useCardDrag({ board: root, columns, isEnabled: mayWrite, onDrop, onTab })
  const hrefOf = useCallback((slug: string) => `/boards/${board.slug}/${slug}`, [board.slug])
  const open = useOpenCard()
  return (
    <>
      <ColumnSwitch columns={columns} shown={shown?.status.id} onChange={onTab} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens for the cards, which are links */}
      <div
        ref={root}
        className={styles.columns}
        onKeyDown={keys.onKeyDown}
        onClick={open}
        onFocus={(event) => {
          const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')
          if (card) keys.setCurrent(card.dataset.card)
        }}
      >
        {columns.map((column) => (
          <Column
            key={column.status.id}
            column={column}
            hrefOf={hrefOf}
            isShownOnPhone={column === shown}
            current={column.tasks.some(({ id }) => id === keys.current) ? keys.current : undefined}
            focusRequest={keys.focusRequest}
            lifted={lifted?.taskId}
            dragged={drag?.taskId}
            dropAt={drag ? findDrop(drag, column) : undefined}
          />
        ))}
      </div>
      <p id="how-to-move" hidden>
        Enter opens the task, Space lifts it, arrow keys move between tasks.
      </p>
      <p role="status" className="unseen">
        {keys.news}
      </p>
    </>
  )
}

/** The index of the drop line among all cards, including the dragged one. */
function findDrop(
  { taskId, over }: Drag,
  { status, tasks }: { status: { id: string }; tasks: Task[] },
) {
  if (over?.status !== status.id) return undefined
  const next = tasks.filter(({ id }) => id !== taskId)[over.index]
  return next ? tasks.indexOf(next) : tasks.length
}

/** Cards are links; a plain click opens them without a page load. */
function useOpenCard() {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const card = (event.target as Element).closest<HTMLAnchorElement>('a[data-card]')
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented)
    if (!card || !isPlain) return
    event.preventDefault()
    void navigate({ to: card.pathname, search: true as never })
  }
}
