import { type JsonNode, stringNode, stringOf } from '@atelier/sdk'
import { useState } from 'react'
import { Input, TextArea, TextField, ToggleButton } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { jsonNumber } from '../json/kinds.ts'
import styles from './tree.module.css'

interface Props {
  label: string
  node: JsonNode
  isReadOnly: boolean
  onChange: (node: JsonNode) => void
}

/** Edits a value in place. A number is edited as digits, so that no precision is lost. */
export function ValueField({ label, node, isReadOnly, onChange }: Props) {
  if (node.kind === 'null') return <span className={styles.null}>null</span>
  if (node.kind === 'boolean') {
    return (
      <ToggleButton
        aria-label={label}
        isSelected={node.source === 'true'}
        isDisabled={isReadOnly}
        onChange={(isOn) => onChange({ kind: 'boolean', source: String(isOn) })}
        className={styles.boolean}
      >
        {node.source}
      </ToggleButton>
    )
  }
  if (node.kind === 'number') {
    return (
      <NumberLine
        label={label}
        digits={node.source}
        isReadOnly={isReadOnly}
        onChange={(digits) => onChange({ kind: 'number', source: digits })}
      />
    )
  }
  const text = stringOf(node)
  if (text === undefined) return null
  return (
    <TextValue
      label={label}
      value={text}
      isReadOnly={isReadOnly}
      onChange={(value) => onChange(stringNode(value))}
    />
  )
}

const longText = 5000
const shownOfLong = 300

interface TextProps {
  label: string
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
}

/** A long text is fully rendered only on request. */
function TextValue({ label, value, isReadOnly, onChange }: TextProps) {
  const [isWhole, setWhole] = useState(false)
  if (value.length > longText && !isWhole) {
    return (
      <div className={styles.long}>
        <p>{value.slice(0, shownOfLong)} …</p>
        <Button size="small" onPress={() => setWhole(true)}>
          Show all {value.length.toLocaleString('en')} characters
        </Button>
      </div>
    )
  }
  return (
    <TextField
      aria-label={label}
      value={value}
      isReadOnly={isReadOnly}
      onChange={onChange}
      className={styles.field}
    >
      <TextArea rows={1} className={styles.input} placeholder="Empty text" />
    </TextField>
  )
}

interface LineProps {
  label: string
  digits: string
  isReadOnly: boolean
  onChange: (digits: string) => void
}

/** An invalid number stays in the field, marked red, and does not change the data. */
function NumberLine({ label, digits, isReadOnly, onChange }: LineProps) {
  const [text, setText] = useState<string>()
  const isWrong = text !== undefined && !jsonNumber.test(text)
  return (
    <TextField
      aria-label={label}
      value={text ?? digits}
      isReadOnly={isReadOnly}
      isInvalid={isWrong}
      inputMode="decimal"
      onChange={(next) => {
        setText(next)
        if (jsonNumber.test(next)) onChange(next)
      }}
      onBlur={() => setText(undefined)}
      className={styles.field}
    >
      <Input className={`${styles.input} ${styles.number}`} />
    </TextField>
  )
}
