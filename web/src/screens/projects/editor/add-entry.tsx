import { type JsonNode, memberOf } from '@atelier/sdk'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { submit } from '../../../ui/submit.ts'
import { emptyOf, type Kind } from '../json/kinds.ts'
import styles from './tree.module.css'

export const kinds: readonly { id: Kind; label: string }[] = [
  { id: 'string', label: 'Text' },
  { id: 'number', label: 'Number' },
  { id: 'boolean', label: 'Yes or no' },
  { id: 'object', label: 'Object: keys with values' },
  { id: 'array', label: 'Array: values in order' },
  { id: 'null', label: 'Null: no value' },
]

interface Props {
  parent: JsonNode
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onAdd: (key: string, value: JsonNode) => void
}

/** Adds a key to an object or an item to an array. */
export function AddEntry({ parent, isOpen, onOpen, onAdd }: Props) {
  const [key, setKey] = useState('')
  const [kind, setKind] = useState<Kind>('string')
  const isArray = parent.kind === 'array'
  const isTaken = !isArray && memberOf(parent, key) !== undefined
  if (!isOpen) {
    return (
      <Button kind="quiet" size="small" onPress={() => onOpen(true)}>
        <Plus /> Add a key
      </Button>
    )
  }
  return (
    <Form
      className={styles.add}
      onSubmit={submit(() => {
        if (isTaken || (!isArray && key === '')) return
        onAdd(key, emptyOf[kind])
        setKey('')
        onOpen(false)
      })}
    >
      {!isArray && (
        <Field
          label="Key"
          value={key}
          onChange={setKey}
          autoFocus
          error={isTaken ? 'A key with this name already exists.' : undefined}
        />
      )}
      <Choice label="Type" options={kinds} value={kind} onChange={setKind} />
      <div className={styles.addButtons}>
        <Button size="small" onPress={() => onOpen(false)}>
          Cancel
        </Button>
        <Button type="submit" kind="first" size="small" isDisabled={isTaken}>
          Add
        </Button>
      </div>
    </Form>
  )
}
