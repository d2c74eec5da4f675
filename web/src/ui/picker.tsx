import { Check, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components'
import styles from './picker.module.css'
import popover from './popover.module.css'

interface PickerOption<Id extends string | number> {
  id: Id
  label: string
  icon?: ReactNode
  /** Secondary text after the label. */
  note?: string
}

interface Props<Id extends string | number> {
  /** The button that opens the picker. */
  trigger: ReactNode
  label: string
  options: readonly PickerOption<Id>[]
  /**
   * The selected options; choosing one again deselects it. If omitted, choosing closes the picker.
   */
  chosen?: readonly Id[]
  onChoose: (id: Id) => void
  /** Offers to create an option if none matches the typed text. */
  onCreate?: (text: string) => void
  /** The caller searches for options as the person types. */
  onSearch?: (text: string) => void
}

const newId = 'something new'

/** A searchable list to select one or several options. */
export function Picker<Id extends string | number>(props: Props<Id>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {props.trigger}
      <Popover className={`${popover.popover} ${styles.popover}`} placement="bottom start">
        <Dialog aria-label={props.label} className={styles.dialog}>
          <Finder {...props} onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Finder<Id extends string | number>(props: Props<Id> & { onDone: () => void }) {
  const { label, options, chosen, onChoose, onCreate, onSearch, onDone } = props
  const [text, setText] = useState('')
  const { contains } = useFilter({ sensitivity: 'base' })
  const term = text.trim()
  const isNew = onCreate && term !== '' && !options.some((one) => isAlike(one.label, term))
  const choose = (key: string | number) => {
    if (key === newId) onCreate?.(term)
    else onChoose(key as Id)
    if (key === newId) setText('')
    if (!chosen) onDone()
  }
  return (
    <Autocomplete
      inputValue={text}
      onInputChange={(next) => {
        setText(next)
        onSearch?.(next)
      }}
      filter={(value, input) => onSearch !== undefined || value === newId || contains(value, input)}
    >
      <SearchField aria-label={label} autoFocus className={styles.search}>
        <Input placeholder={label} />
      </SearchField>
      <ListBox
        aria-label={label}
        className={styles.list}
        selectionMode={chosen ? 'multiple' : 'none'}
        selectedKeys={chosen ?? []}
        shouldFocusWrap
        escapeKeyBehavior="none"
        renderEmptyState={() => <p className={styles.none}>No results</p>}
        {...(chosen
          ? {
              onSelectionChange: (keys) => {
                const now = keys === 'all' ? new Set<string | number>() : keys
                const changed =
                  [...now].find((key) => !chosen.includes(key as Id)) ??
                  chosen.find((id) => !now.has(id))
                if (changed !== undefined) choose(changed as string | number)
              },
            }
          : { onAction: choose })}
      >
        {options.map((option) => (
          <ListBoxItem
            key={option.id}
            id={option.id}
            textValue={`${option.label} ${option.note ?? ''}`}
            className={`${popover.option} ${styles.option}`}
          >
            {option.icon}
            <span className={styles.label}>{option.label}</span>
            {option.note && <small>{option.note}</small>}
            {chosen && <Check size={14} aria-hidden className={styles.check} />}
          </ListBoxItem>
        ))}
        {isNew && (
          <ListBoxItem
            id={newId}
            textValue={newId}
            className={`${popover.option} ${styles.option}`}
          >
            <Plus size={14} aria-hidden />
            <span className={styles.label}>Create “{term}”</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  )
}

function isAlike(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
