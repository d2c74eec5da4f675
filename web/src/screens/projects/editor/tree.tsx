import { type JsonNode, memberOf } from '@atelier/sdk'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useRef, useState } from 'react'
import { addValue, removeValue, renameKey, setValue } from '../json/edit.ts'
import type { Path } from '../json/kinds.ts'
import { AddEntry } from './add-entry.tsx'
import { Leaf } from './leaf.tsx'
import { buildRows } from './rows.ts'
import styles from './tree.module.css'

/** Edits to a document at a path. */
export interface TreeActions {
  isReadOnly: boolean
  set: (path: Path, value: JsonNode) => void
  remove: (path: Path) => void
  rename: (path: Path, name: string) => void
  add: (path: Path, key: string, value: JsonNode) => void
  open: (id: string, isOpen: boolean) => void
  /** Shows the form that adds an entry to an object or array; undefined hides it. */
  beginAdd: (id: string | undefined) => void
  isTaken: (path: Path, name: string) => boolean
}

interface Props {
  data: JsonNode
  isReadOnly: boolean
  onChange: (data: JsonNode) => void
}

const rowHeight = 32

/** The data as a tree: every value with its kind, edited in place. */
export function Tree({ data, isReadOnly, onChange }: Props) {
  const [openness, setOpenness] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [addingTo, setAddingTo] = useState<string>()
  const [isAddingHere, setAddingHere] = useState(false)
  const [focused, setFocused] = useState<string>()
  const rows = useMemo(() => buildRows(data, openness, addingTo), [data, openness, addingTo])
  const actions = useActions({ data, isReadOnly, onChange, setOpenness, setAddingTo })
  const root = useRef<HTMLDivElement>(null)
  const kept = rows.findIndex(({ id }) => id === focused)
  // A new function in every render would make the virtualizer place all rows anew.
  const getItemKey = useCallback((at: number) => rows[at]?.id ?? at, [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => root.current?.parentElement ?? null,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: 10,
    useFlushSync: false,
    // Keeps the focused row rendered, because removing its element would lose the focus.
    rangeExtractor: (range) => {
      const shown = new Set(defaultRangeExtractor(range))
      if (kept >= 0) shown.add(kept)
      return [...shown].sort((a, b) => a - b)
    },
  })
  return (
    <div ref={root} className={styles.tree}>
      {rows.length === 0 && !isAddingHere && (
        <p className={styles.none}>
          No data yet. Agents write data through the API. You can add the first key here.
        </p>
      )}
      <ul
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
        onFocus={(event) => setFocused(event.target.closest('li')?.dataset.row)}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-row={row.id}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={styles.place}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Leaf row={row} actions={actions} />
            </li>
          )
        })}
      </ul>
      {!isReadOnly && (
        <AddEntry
          parent={data}
          isOpen={isAddingHere}
          onOpen={setAddingHere}
          onAdd={(key, value) => actions.add([], key, value)}
        />
      )}
    </div>
  )
}

interface Setters extends Props {
  setOpenness: (change: (before: ReadonlyMap<string, boolean>) => Map<string, boolean>) => void
  setAddingTo: (id: string | undefined) => void
}

/** Stable functions, so that unchanged rows don't rerender. */
function useActions(props: Setters): TreeActions {
  const latest = useRef(props)
  latest.current = props
  const { isReadOnly } = props
  return useMemo(() => {
    const change = (then: (data: JsonNode) => JsonNode) =>
      latest.current.onChange(then(latest.current.data))
    const open = (id: string, isOpen: boolean) =>
      latest.current.setOpenness((before) => new Map(before).set(id, isOpen))
    return {
      isReadOnly,
      set: (path, value) => change((data) => setValue(data, path, value)),
      remove: (path) => change((data) => removeValue(data, path)),
      rename: (path, name) => change((data) => renameKey(data, path, name)),
      add: (path, key, value) => change((data) => addValue(data, path, key, value)),
      open,
      beginAdd: (id) => {
        if (id !== undefined) open(id, true)
        latest.current.setAddingTo(id)
      },
      isTaken: (path, name) => memberOf(findParent(latest.current.data, path), name) !== undefined,
    }
  }, [isReadOnly])
}

function findParent(data: JsonNode, path: Path): JsonNode | undefined {
  return path
    .slice(0, -1)
    .reduce<JsonNode | undefined>(
      (node, step) =>
        node?.kind === 'array' ? node.items[Number(step)] : memberOf(node, String(step)),
      data,
    )
}
