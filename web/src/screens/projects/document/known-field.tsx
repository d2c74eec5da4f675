import { type JsonNode, stringNode } from '@atelier/sdk'
import { useState } from 'react'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { jsonNumber } from '../json/kinds.ts'
import styles from './document.module.css'
import { textOfField } from './field-values.ts'
import type { FieldSchema } from './known-types.ts'

interface Props {
  schema: FieldSchema
  node: JsonNode | undefined
  isReadOnly: boolean
  /** `undefined` removes the field. */
  onChange: (node: JsonNode | undefined) => void
}

/** Edits one field of a known type by its schema. */
export function KnownField({ schema, node, isReadOnly, onChange }: Props) {
  const text = textOfField(schema, node)
  const { title, type, format, description } = schema
  if (text === undefined) {
    return <p className={styles.other}>{title} has a value of another kind. Edit it in the tree.</p>
  }
  if (schema.enum) {
    const values = [...new Set([...schema.enum, ...(text ? [text] : [])])]
    return (
      <Choice
        label={title}
        options={[
          { id: '', label: 'Not set' },
          ...values.map((id) => ({ id, label: id.charAt(0).toUpperCase() + id.slice(1) })),
        ]}
        value={text}
        isDisabled={isReadOnly}
        onChange={(id) => onChange(id ? stringNode(id) : undefined)}
      />
    )
  }
  if (type === 'number') {
    return <NumberField label={title} digits={text} isReadOnly={isReadOnly} onChange={onChange} />
  }
  const set = (next: string) => {
    if (next === '') onChange(undefined)
    else if (type === 'string') onChange(stringNode(next))
    else onChange({ kind: 'array', items: next.split('\n').map((line) => stringNode(line)) })
  }
  return (
    <Field
      label={title}
      {...(description && { hint: description })}
      {...(type === 'array' && { rows: 3 })}
      type={format === 'date' ? 'date' : format === 'uri' ? 'url' : 'text'}
      value={text}
      isReadOnly={isReadOnly}
      onChange={set}
    />
  )
}

interface NumberProps {
  label: string
  digits: string
  isReadOnly: boolean
  onChange: Props['onChange']
}

/** An invalid number stays in the field, marked red, and does not change the data. */
function NumberField({ label, digits, isReadOnly, onChange }: NumberProps) {
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && typed.trim() !== '' && !jsonNumber.test(typed.trim())
  return (
    <Field
      label={label}
      inputMode="decimal"
      value={typed ?? digits}
      isReadOnly={isReadOnly}
      error={isWrong ? 'Enter a number, such as 12.5.' : undefined}
      onBlur={() => setTyped(undefined)}
      onChange={(next) => {
        setTyped(next)
        const source = next.trim()
        if (source === '') onChange(undefined)
        else if (jsonNumber.test(source)) onChange({ kind: 'number', source })
      }}
    />
  )
}
