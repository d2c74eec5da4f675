import { Columns3, List } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import type { Filters, Grouping } from './filters.ts'
import { SavedViews } from './saved-views-menu.tsx'
import styles from './view-bar.module.css'

interface Props {
  filters: Filters
  onChange: (change: Filters) => void
}

const groups: { id: Grouping | 'column'; label: string }[] = [
  { id: 'column', label: 'By column' },
  { id: 'assignee', label: 'By assignee' },
  { id: 'due', label: 'By due date' },
  { id: 'tag', label: 'By tag' },
]

/** Switches between columns and a list, and keeps views. */
export function ViewBar({ filters, onChange }: Props) {
  const isList = filters.view === 'list'
  return (
    <div className={styles.bar}>
      {isList && (
        <Choice
          label="Group the list"
          isLabelHidden
          options={groups}
          value={filters.group ?? 'column'}
          onChange={(group) => onChange({ group: group === 'column' ? undefined : group })}
        />
      )}
      <SavedViews filters={filters} onChange={onChange} />
      <IconButton
        label={isList ? 'Show as columns' : 'Show as a list'}
        onPress={() => onChange({ view: isList ? undefined : 'list', group: undefined })}
        size="usual"
      >
        {isList ? <Columns3 /> : <List />}
      </IconButton>
    </div>
  )
}
