import { type JsonNode, stringNode, stringOf } from '@atelier/sdk'
import { ListPlus, Pencil, Shapes, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../../app/form-dialog.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { Menu, MenuAction } from '../../../ui/menu.tsx'
import { emptyOf, jsonNumber } from '../json/kinds.ts'
import { kinds } from './add-entry.tsx'
import { countEntries, type TreeRow } from './rows.ts'
import type { TreeActions } from './tree.tsx'

interface Props {
  row: TreeRow
  actions: TreeActions
}

/** The actions for a key. They change only the draft. */
export function LeafMenu({ row: { id, name, node, path }, actions }: Props) {
  const [open, setOpen] = useState<'rename' | 'kind' | null>(null)
  const [next, setNext] = useState(String(name))
  const [kind, setKind] = useState(node.kind)
  const isTaken = open === 'rename' && next !== name && actions.isTaken(path, next)
  const close = () => setOpen(null)
  const show = (what: 'rename' | 'kind') => {
    setNext(String(name))
    setKind(node.kind)
    setOpen(what)
  }
  return (
    <>
      <Menu label={`Actions for ${name}`}>
        {countEntries(node) !== undefined && (
          <MenuAction icon={<ListPlus />} onAction={() => actions.beginAdd(id)}>
            {node.kind === 'array' ? 'Add an item' : 'Add a key'}
          </MenuAction>
        )}
        {typeof name === 'string' && (
          <MenuAction icon={<Pencil />} onAction={() => show('rename')}>
            Rename …
          </MenuAction>
        )}
        <MenuAction icon={<Shapes />} onAction={() => show('kind')}>
          Change type …
        </MenuAction>
        <MenuAction icon={<Trash2 />} isDanger onAction={() => actions.remove(path)}>
          Remove
        </MenuAction>
      </Menu>
      {open === 'rename' && (
        <FormDialog
          title={`Rename ${name}`}
          action="Rename"
          onClose={close}
          isIncomplete={isTaken}
          send={{
            mutate: () => {
              actions.rename(path, next)
              close()
            },
          }}
        >
          <Field
            label="Key"
            value={next}
            onChange={setNext}
            autoFocus
            error={isTaken ? 'A key with this name already exists.' : undefined}
          />
        </FormDialog>
      )}
      {open === 'kind' && (
        <FormDialog
          title={`Type of ${name}`}
          action="Change"
          onClose={close}
          send={{
            mutate: () => {
              if (kind !== node.kind) actions.set(path, converted(node, kind))
              close()
            },
          }}
        >
          <Choice label="Type" options={kinds} value={kind} onChange={setKind} />
        </FormDialog>
      )}
    </>
  )
}

/** Converts what it can: numbers and booleans to text, and numeric text to numbers. */
function converted(node: JsonNode, kind: JsonNode['kind']): JsonNode {
  const isNumberOrBoolean = node.kind === 'number' || node.kind === 'boolean'
  if (kind === 'string' && isNumberOrBoolean) return stringNode(node.source)
  const text = stringOf(node) ?? ''
  if (kind === 'number' && jsonNumber.test(text)) return { kind, source: text }
  return emptyOf[kind]
}
