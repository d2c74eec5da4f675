import { CircleUser, Flag, ListFilter, Tag as TagIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Input, SearchField } from 'react-aria-components'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { useBoard } from './board-context.ts'
import styles from './filter-bar.module.css'
import { type Filters, isFiltered } from './filters.ts'
import { priorities } from './model.ts'
import { PriorityMark } from './priority-mark.tsx'
import { Dot } from './tag-mark.tsx'

interface Props {
  filters: Filters
  onChange: (change: Filters) => void
}

/** The board's filters; the URL holds the selection. */
export function FilterBar({ filters, onChange }: Props) {
  const { names } = useBoard()
  const people = [...names.people].map(([id, label]) => ({
    id: String(id),
    label,
    icon: <Avatar name={label} size={20} />,
  }))
  const tags = [...names.tags.values()].map(({ id, name, color }) => ({
    id,
    label: name,
    icon: <Dot color={color} />,
  }))
  const ranks = priorities.map(({ id, label }) => ({
    id,
    label,
    icon: <PriorityMark priority={id} />,
  }))
  return (
    <>
      <SearchField
        aria-label="Search on this board"
        value={filters.search ?? ''}
        onChange={(search) => onChange({ search: search || undefined })}
        className={styles.search}
      >
        <ListFilter size={15} aria-hidden />
        <Input placeholder="Filter" />
      </SearchField>
      <Picker
        trigger={opener('Assignee', <CircleUser />, filters.assignee)}
        label="Assignee"
        options={[{ id: 'none', label: 'Nobody' }, ...people]}
        chosen={filters.assignee ?? []}
        onChoose={(id) => onChange({ assignee: toggled(filters.assignee, id) })}
      />
      <Picker
        trigger={opener('Priority', <Flag />, filters.priority)}
        label="Priority"
        options={[...ranks, { id: 'none', label: 'No priority' }]}
        chosen={filters.priority ?? []}
        onChoose={(id) => onChange({ priority: toggled(filters.priority, id) })}
      />
      <Picker
        trigger={opener('Tag', <TagIcon />, filters.tag)}
        label="Tag"
        options={tags}
        chosen={filters.tag ?? []}
        onChoose={(id) => onChange({ tag: toggled(filters.tag, id) })}
      />
      {isFiltered(filters) && (
        <Button
          kind="quiet"
          size="small"
          aria-label="Clear all filters"
          onPress={() =>
            onChange({
              assignee: undefined,
              priority: undefined,
              tag: undefined,
              search: undefined,
            })
          }
        >
          <X /> Clear
        </Button>
      )}
    </>
  )
}

function opener(label: string, icon: ReactNode, chosen: readonly unknown[] | undefined) {
  return (
    <Button
      kind="quiet"
      size="small"
      aria-label={label}
      className={`${styles.opener} ${chosen ? styles.active : ''}`}
    >
      {icon} <span className={styles.name}>{label}</span>
      {chosen && <span className={styles.count}>{chosen.length}</span>}
    </Button>
  )
}

function toggled<T>(chosen: readonly T[] = [], id: T): T[] | undefined {
  const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
  return next.length > 0 ? next : undefined
}
