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
  /** Below the field, for what the label cannot say. */
  hint?: string
  placeholder?: string
  /** Why the value is not taken; turns the field red. */
  error?: string | undefined
  /** More than one line. */
  rows?: number
}

/** A labelled line or box of text. */
export function Field({ label, hint, placeholder, error, rows, ...props }: Props) {
  return (
    <TextField
      {...props}
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
