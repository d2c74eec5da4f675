import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { Button } from 'react-aria-components'
import { AddEntry } from './add-entry.tsx'
import { LeafMenu } from './leaf-menu.tsx'
import { countEntries, type TreeRow } from './rows.ts'
import styles from './tree.module.css'
import type { TreeActions } from './tree.tsx'
import { ValueField } from './value-field.tsx'

interface Props {
  row: TreeRow
  actions: TreeActions
}

/** A key with its value; objects and arrays expand and collapse. */
export const Leaf = memo(
  function Leaf({ row, actions }: Props) {
    const { id, name, node, path, isOpen, isAdd } = row
    const depth = isAdd ? path.length : path.length - 1
    return (
      <div className={styles.line}>
        {Array.from({ length: depth }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <span key={at} className={styles.indent} />
        ))}
        {isAdd ? (
          <AddEntry
            parent={node}
            isOpen
            onOpen={() => actions.beginAdd(undefined)}
            onAdd={(key, value) => actions.add(path, key, value)}
          />
        ) : (
          <div className={styles.row}>
            <Key id={id} name={name} isOpen={isOpen} count={countEntries(node)} actions={actions} />
            <span className={styles.kind}>{node.kind}</span>
            <Value row={row} actions={actions} />
            {!actions.isReadOnly && <LeafMenu row={row} actions={actions} />}
          </div>
        )}
      </div>
    )
  },
  // Every keystroke creates new rows, but most contain the same values.
  (before, now) =>
    before.actions === now.actions &&
    before.row.node === now.row.node &&
    before.row.id === now.row.id &&
    before.row.isOpen === now.row.isOpen &&
    before.row.isAdd === now.row.isAdd,
)

interface KeyProps {
  id: string
  name: string | number
  isOpen: boolean
  count: number | undefined
  actions: TreeActions
}

function Key({ id, name, isOpen, count, actions }: KeyProps) {
  if (count === undefined) return <span className={styles.key}>{name}</span>
  return (
    <Button
      className={styles.opener}
      aria-expanded={isOpen}
      onPress={() => actions.open(id, !isOpen)}
    >
      <ChevronRight size={14} aria-hidden className={isOpen ? styles.turned : undefined} />
      <span className={styles.key}>{name}</span>
    </Button>
  )
}

function Value({ row: { name, node, path }, actions }: Props) {
  const count = countEntries(node)
  if (count !== undefined) {
    return <span className={styles.count}>{count === 1 ? '1 entry' : `${count} entries`}</span>
  }
  return (
    <ValueField
      label={String(name)}
      node={node}
      isReadOnly={actions.isReadOnly}
      onChange={(value) => actions.set(path, value)}
    />
  )
}
