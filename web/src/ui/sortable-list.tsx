import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  DropIndicator,
  GridList,
  GridListItem,
  useDragAndDrop,
} from 'react-aria-components'
import styles from './sortable-list.module.css'

interface Entry {
  id: string
  /** The name for screen readers. */
  name: string
}

interface Props<One extends Entry> {
  label: string
  entries: readonly One[]
  /** The content of a row, after its handle. */
  children: (entry: One) => ReactNode
  /** Called with the new order. If omitted, the list is not sortable. */
  onSort?: ((ids: string[]) => void) | undefined
  onOpen?: (entry: One) => void
}

const type = 'application/x-atelier-row'

/**
 * Rows that can be reordered by mouse, touch or keyboard: Enter on the handle, arrow keys, Enter.
 * Screen readers announce each step.
 */
export function SortableList<One extends Entry>(props: Props<One>) {
  const { label, entries, children, onSort, onOpen } = props
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: onSort === undefined,
    getItems: (keys) =>
      [...keys].map((key) => ({
        [type]: String(key),
        'text/plain': entries.find(({ id }) => id === key)?.name ?? '',
      })),
    acceptedDragTypes: [type],
    getDropOperation: () => 'move',
    onReorder: ({ keys, target }) => {
      const moved = [...keys].map(String)
      // A row dropped next to itself stays where it is.
      if (moved.includes(String(target.key))) return
      const rest = entries.map(({ id }) => id).filter((id) => !moved.includes(id))
      const at = rest.indexOf(String(target.key)) + (target.dropPosition === 'after' ? 1 : 0)
      onSort?.(rest.toSpliced(at, 0, ...moved))
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.line} />,
  })
  return (
    <GridList
      aria-label={label}
      items={entries}
      dependencies={[children]}
      keyboardNavigationBehavior="tab"
      dragAndDropHooks={dragAndDropHooks}
      className={styles.list}
      {...(onOpen && {
        onAction: (key) => {
          const entry = entries.find(({ id }) => id === key)
          if (entry) onOpen(entry)
        },
      })}
    >
      {(entry) => (
        <GridListItem
          id={entry.id}
          textValue={entry.name}
          className={`${styles.row} ${onOpen ? styles.opens : onSort ? styles.sorts : ''}`}
        >
          {onSort ? (
            <Button slot="drag" className={styles.handle}>
              <GripVertical size={15} aria-hidden />
            </Button>
          ) : (
            <span className={styles.place} />
          )}
          <div className={styles.words}>{children(entry)}</div>
        </GridListItem>
      )}
    </GridList>
  )
}
