import { Bookmark, BookmarkCheck, BookmarkPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../app/form-dialog.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { useBoard } from './board-context.ts'
import { type Filters, isFiltered } from './filters.ts'
import { type SavedView, useSavedViews } from './saved-views.ts'

interface Props {
  filters: Filters
  onChange: (change: Filters) => void
}

const nothing: Filters = {
  ...{ assignee: undefined, tag: undefined, priority: undefined, search: undefined },
  ...{ view: undefined, group: undefined },
}

/** Opens, saves and deletes the person's views of the board. */
export function SavedViews({ filters, onChange }: Props) {
  const { board } = useBoard()
  const { views, save, remove } = useSavedViews(board.id)
  const [isSaving, setSaving] = useState(false)
  const { column: _, ...shown } = filters
  const current = views.find((view) => isSame(view.filters, shown))
  const isPlain = !isFiltered(filters) && !filters.view
  const trigger = (
    <IconButton label="Saved views" size="usual">
      {current ? <BookmarkCheck /> : <Bookmark />}
    </IconButton>
  )
  return (
    <>
      <Menu trigger={trigger} label="Saved views">
        {views.map((view) => (
          <MenuAction
            key={view.name}
            id={view.name}
            icon={view === current ? <BookmarkCheck /> : <Bookmark />}
            onAction={() => onChange({ ...nothing, ...view.filters })}
          >
            {view.name}
          </MenuAction>
        ))}
        {!current && (
          <MenuAction icon={<BookmarkPlus />} isDisabled={isPlain} onAction={() => setSaving(true)}>
            Save this view …
          </MenuAction>
        )}
        {current && (
          <MenuAction
            icon={<Trash2 />}
            isDanger
            onAction={() => {
              remove(current.name)
              say('View deleted.')
            }}
          >
            {`Delete “${current.name}”`}
          </MenuAction>
        )}
      </Menu>
      {isSaving && (
        <SaveView
          onClose={() => setSaving(false)}
          onSave={(name) => {
            save({ name, filters: shown })
            setSaving(false)
            say('View saved.')
          }}
        />
      )}
    </>
  )
}

function SaveView({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <FormDialog
      title="Save this view"
      action="Save view"
      send={{ mutate: () => onSave(name.trim()) }}
      isIncomplete={name.trim() === ''}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Saves the filters and the layout for you, in this browser."
        maxLength={60}
        autoFocus
        value={name}
        onChange={setName}
      />
    </FormDialog>
  )
}

function isSame(one: SavedView['filters'], other: SavedView['filters']): boolean {
  const text = (filters: Filters) =>
    JSON.stringify(
      Object.entries(filters)
        .filter(([, value]) => value !== undefined)
        .sort(([a], [b]) => a.localeCompare(b)),
    )
  return text(one) === text(other)
}
