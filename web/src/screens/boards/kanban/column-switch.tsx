import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { Column } from '../columns.ts'
import { Dot } from '../tag-mark.tsx'
import styles from './column-switch.module.css'

interface Props {
  columns: Column[]
  shown: string | undefined
  onChange: (status: string) => void
}

/** A phone has space for one column; this selects it. A card can be dragged onto a name. */
export function ColumnSwitch({ columns, shown, onChange }: Props) {
  return (
    <ToggleButtonGroup
      aria-label="Column"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={shown === undefined ? [] : [shown]}
      onSelectionChange={([key]) => key !== undefined && onChange(String(key))}
      className={styles.switch}
    >
      {columns.map(({ status, tasks }) => (
        <ToggleButton key={status.id} id={status.id} className={styles.tab}>
          <span data-column-tab={status.id} className={styles.label}>
            <Dot color={status.color} />
            {status.title}
            <small>{tasks.length}</small>
          </span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
