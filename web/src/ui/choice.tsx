import { Check, ChevronDown } from 'lucide-react'
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  type SelectProps,
  SelectValue,
} from 'react-aria-components'
import styles from './choice.module.css'
import field from './field.module.css'
import popover from './popover.module.css'

export interface Option<Id extends string | number> {
  id: Id
  label: string
}

interface Props<Id extends string | number> {
  label: string
  /** The label is for screen readers only, because the context already makes it clear. */
  isLabelHidden?: boolean
  options: readonly Option<Id>[]
  value: Id | null
  onChange: (id: Id) => void
  placeholder?: string
  isDisabled?: boolean
}

/** A select box. */
export function Choice<Id extends string | number>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  placeholder = 'Choose …',
  isDisabled = false,
}: Props<Id>) {
  const selection = {
    value,
    onChange: (id) => {
      if (id !== null) onChange(id as Id)
    },
  } satisfies Pick<SelectProps, 'value' | 'onChange'>
  return (
    <Select
      {...selection}
      placeholder={placeholder}
      isDisabled={isDisabled}
      className={field.field}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label className={field.label}>{label}</Label>}
      <Button className={styles.button}>
        <SelectValue className={styles.value}>
          {({ selectedText, defaultChildren, isPlaceholder }) =>
            // Text only, because the option also renders a check mark.
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown size={14} aria-hidden />
      </Button>
      <Popover className={`${popover.popover} ${styles.popover}`}>
        <ListBox items={options} className={styles.list}>
          {(option) => (
            <ListBoxItem
              id={option.id}
              textValue={option.label}
              className={`${popover.option} ${styles.option}`}
            >
              <span>{option.label}</span>
              <Check size={14} aria-hidden className={styles.check} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
