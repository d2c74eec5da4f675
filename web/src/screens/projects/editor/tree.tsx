import { useState } from 'react'
import { addTo, removeAt, renameAt, setAt } from '../json/edit.ts'
import type { JsonNode, Path } from '../json/nodes.ts'
import { AddEntry } from './add-entry.tsx'
import { Branch } from './branch.tsx'
import styles from './tree.module.css'

/** What can be done to a document, place by place. */
export interface TreeActions {
  isReadOnly: boolean
  set: (path: Path, value: JsonNode) => void
  remove: (path: Path) => void
  rename: (path: Path, name: string) => void
  add: (path: Path, key: string, value: JsonNode) => void
}

interface Props {
  data: JsonNode
  isReadOnly: boolean
  onChange: (data: JsonNode) => void
}

/** The data as a tree: every value where it is, with its kind, changed in place. */
export function Tree({ data, isReadOnly, onChange }: Props) {
  const [isAdding, setAdding] = useState(false)
  const actions: TreeActions = {
    isReadOnly,
    set: (path, value) => onChange(setAt(data, path, value)),
    remove: (path) => onChange(removeAt(data, path)),
    rename: (path, name) => onChange(renameAt(data, path, name)),
    add: (path, key, value) => onChange(addTo(data, path, key, value)),
  }
  const isEmpty = data.kind === 'object' && data.members.length === 0
  return (
    <div className={styles.tree}>
      {isEmpty && !isAdding && (
        <p className={styles.none}>
          There is no data yet. Agents write it over the API; here you can add the first key.
        </p>
      )}
      <Branch node={data} path={[]} actions={actions} />
      {!isReadOnly && (
        <AddEntry
          parent={data}
          isOpen={isAdding}
          onOpen={setAdding}
          onAdd={(key, value) => actions.add([], key, value)}
        />
      )}
    </div>
  )
}
