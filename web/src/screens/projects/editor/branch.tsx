import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button as PlainButton } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import type { JsonNode, Path } from '../json/nodes.ts'
import { AddEntry } from './add-entry.tsx'
import { LeafMenu } from './leaf-menu.tsx'
import styles from './tree.module.css'
import type { TreeActions } from './tree.tsx'
import { ValueField } from './value-field.tsx'

interface BranchProps {
  node: JsonNode
  path: Path
  actions: TreeActions
}

/** More than these are shown when asked for: a document may have a hundred thousand. */
const shownAtOnce = 200

/** What is in an object or an array. */
export function Branch({ node, path, actions }: BranchProps) {
  const [shown, setShown] = useState(shownAtOnce)
  const entries: (readonly [string | number, JsonNode])[] =
    node.kind === 'object'
      ? node.members
      : node.kind === 'array'
        ? node.items.map((item, at) => [at, item] as const)
        : []
  const hidden = entries.length - shown
  return (
    <ul className={path.length > 0 ? styles.inside : undefined}>
      {entries.slice(0, shown).map(([key, value]) => (
        <Leaf
          key={key}
          name={key}
          node={value}
          path={[...path, key]}
          actions={actions}
          siblings={node}
        />
      ))}
      {hidden > 0 && (
        <li>
          <Button kind="quiet" size="small" onPress={() => setShown(shown + shownAtOnce * 5)}>
            Show more ({hidden})
          </Button>
        </li>
      )}
    </ul>
  )
}

interface LeafProps {
  name: string | number
  node: JsonNode
  path: Path
  actions: TreeActions
  /** The object or array that it is in. */
  siblings: JsonNode
}

const openToDepth = 2
const fewEntries = 30

/** A key with its value; objects and arrays open and close. */
function Leaf({ name, node, path, actions, siblings }: LeafProps) {
  const count = countOf(node)
  const [isOpen, setOpen] = useState(
    count !== undefined && count <= fewEntries && path.length < openToDepth,
  )
  const [isAdding, setAdding] = useState(false)
  const add = () => {
    setOpen(true)
    setAdding(true)
  }
  return (
    <li>
      <div className={styles.row}>
        {count === undefined ? (
          <span className={styles.key}>{name}</span>
        ) : (
          <PlainButton
            className={styles.opener}
            aria-expanded={isOpen}
            onPress={() => setOpen((before) => !before)}
          >
            <ChevronRight size={14} aria-hidden className={isOpen ? styles.turned : undefined} />
            <span className={styles.key}>{name}</span>
          </PlainButton>
        )}
        <span className={styles.kind}>{node.kind}</span>
        {count === undefined ? (
          <ValueField
            label={String(name)}
            node={node}
            isReadOnly={actions.isReadOnly}
            onChange={(value) => actions.set(path, value)}
          />
        ) : (
          <span className={styles.count}>{count === 1 ? '1 entry' : `${count} entries`}</span>
        )}
        {!actions.isReadOnly && (
          <LeafMenu
            name={name}
            node={node}
            path={path}
            actions={actions}
            siblings={siblings}
            {...(count !== undefined && { onAdd: add })}
          />
        )}
      </div>
      {isOpen && count !== undefined && (
        <>
          <Branch node={node} path={path} actions={actions} />
          {isAdding && (
            <div className={styles.inside}>
              <AddEntry
                parent={node}
                isOpen
                onOpen={setAdding}
                onAdd={(key, value) => actions.add(path, key, value)}
              />
            </div>
          )}
        </>
      )}
    </li>
  )
}

function countOf(node: JsonNode): number | undefined {
  if (node.kind === 'object') return node.members.length
  return node.kind === 'array' ? node.items.length : undefined
}
