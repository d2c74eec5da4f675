import type { FormEvent } from 'react'
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components'
import styles from './field.module.css'

interface Props extends TextFieldProps {
  label: string
  /** Shown below the field, for details that don't fit the label. */
  hint?: string
  placeholder?: string
  /** Why the value is invalid; turns the field red. */
  error?: string | undefined
  /** Makes the field multiline. */
  rows?: number
}

/**
 * Removes the error as soon as the value is valid. By default that happens when the field loses
 * focus: the form then jumps while the person presses its button, and the click misses.
 */
function clearError({ target }: FormEvent): void {
  const input = target as HTMLInputElement
  if (input.validity.valid) input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A labelled text field with one or more lines. */
export function Field({ label, hint, placeholder, error, rows, ...props }: Props) {
  return (
    <TextField
      {...props}
      onInput={clearError}
      {...(error !== undefined && { isInvalid: true })}
      className={styles.field}
    >
      <Label className={styles.label}>{label}</Label>
      {rows === undefined ? (
        <Input className={styles.input} placeholder={placeholder} />
      ) : (
        <TextArea className={styles.input} placeholder={placeholder} rows={rows} />
      )}
      {hint && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
    </TextField>
  )
}
