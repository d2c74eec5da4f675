import { type KeyboardEvent, useCallback, useState } from 'react'
import { type Column, findPlace, type Move } from '../columns.ts'
import type { Task } from '../model.ts'

interface Options {
  /** The columns as shown, with the lifted card at its drop position. */
  columns: Column[]
  mayWrite: boolean
  onDrop: (move: Move) => void
  setLifted: (move: Move | null) => void
  lifted: Move | null
}

interface CardIndex {
  column: number
  index: number
}

/**
 * Keyboard control of the board: arrow keys move between cards. Space lifts a card, arrow keys move
 * it, Space or Enter drops it, and Escape cancels. Screen readers announce each step.
 */
export function useCardKeys({ columns, mayWrite, lifted, setLifted, onDrop }: Options) {
  const [current, setCurrent] = useState<string>()
  const [focusRequest, setFocusRequest] = useState(0)
  const [news, setNews] = useState('')

  const focus = useCallback((id: string | undefined) => {
    if (id === undefined) return
    setCurrent(id)
    setFocusRequest((before) => before + 1)
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')
    const id = card?.dataset.card
    const at = id === undefined ? undefined : findSpot(columns, id)
    if (!id || !at || event.ctrlKey || event.metaKey || event.altKey) return
    const task = columns[at.column]?.tasks[at.index] as Task
    if (event.key === ' ' || (lifted && event.key === 'Enter')) {
      event.preventDefault()
      if (lifted) putDown(task, at)
      else if (mayWrite) lift(task, at)
    } else if (lifted && event.key === 'Escape') {
      event.preventDefault()
      setLifted(null)
      focus(id)
      setNews(`${task.slug} is back where it was.`)
    } else {
      const next = spotAfter(columns, at, event.key, lifted !== null)
      if (!next) return
      event.preventDefault()
      if (lifted) carry(task, next)
      else focus(columns[next.column]?.tasks[next.index]?.id)
    }
  }

  const lift = (task: Task, { column, index }: CardIndex) => {
    const from = columns[column] as Column
    setLifted({ taskId: task.id, ...findPlace(from, task.id, index) })
    setNews(`${task.slug} is lifted. Arrow keys move it, Space drops it, Escape cancels.`)
    focus(task.id)
  }
  const carry = (task: Task, { column, index }: CardIndex) => {
    const to = columns[column] as Column
    setLifted({ taskId: task.id, ...findPlace(to, task.id, index) })
    setNews(`${task.slug}: ${to.status.title}, position ${index + 1}.`)
    focus(task.id)
  }
  const putDown = (task: Task, { column, index }: CardIndex) => {
    if (lifted) onDrop(lifted)
    setLifted(null)
    setNews(`${task.slug} is in ${columns[column]?.status.title}, position ${index + 1}.`)
    focus(task.id)
  }
  return { current, setCurrent, focusRequest, news, onKeyDown }
}

function findSpot(columns: readonly Column[], id: string): CardIndex | undefined {
  for (const [column, { tasks }] of columns.entries()) {
    const index = tasks.findIndex((task) => task.id === id)
    if (index >= 0) return { column, index }
  }
}

/** Where an arrow key leads. A lifted card can go into an empty column; the focus cannot. */
function spotAfter(
  columns: readonly Column[],
  { column, index }: CardIndex,
  key: string,
  isCarried: boolean,
): CardIndex | undefined {
  const last = (columns[column]?.tasks.length ?? 0) - 1
  if (key === 'ArrowUp') return index > 0 ? { column, index: index - 1 } : undefined
  if (key === 'ArrowDown') return index < last ? { column, index: index + 1 } : undefined
  if (key === 'Home') return { column, index: 0 }
  if (key === 'End') return { column, index: last }
  const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  if (step === 0) return undefined
  for (let to = column + step; columns[to]; to += step) {
    const count = columns[to]?.tasks.length ?? 0
    if (isCarried) return { column: to, index: Math.min(index, count) }
    if (count > 0) return { column: to, index: Math.min(index, count - 1) }
  }
}
