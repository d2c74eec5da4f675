import { Minus, Plus } from 'lucide-react'
import {
  NumberField as AriaNumberField,
  Button,
  FieldError,
  Group,
  Input,
  Label,
  type NumberFieldProps,
  Text,
} from 'react-aria-components'
import field from './field.module.css'
import styles from './number-field.module.css'

interface Props extends NumberFieldProps {
  label: string
  hint?: string
  /** Why the value is invalid; turns the field red. */
  error?: string | undefined
  placeholder?: string
}

/** A number within limits; the arrow keys change it. */
export function NumberField({ label, hint, error, placeholder, ...props }: Props) {
  return (
    <AriaNumberField
      {...props}
      {...(error !== undefined && { isInvalid: true })}
      className={field.field}
    >
      <Label className={field.label}>{label}</Label>
      <Group className={styles.group}>
        <Input className={styles.input} placeholder={placeholder} />
        <Button slot="decrement" className={styles.step}>
          <Minus size={13} aria-hidden />
        </Button>
        <Button slot="increment" className={styles.step}>
          <Plus size={13} aria-hidden />
        </Button>
      </Group>
      {hint && (
        <Text slot="description" className={field.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={field.error}>{error}</FieldError>
    </AriaNumberField>
  )
}
