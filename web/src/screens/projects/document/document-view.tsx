import { memberOf, stringNode, stringOf } from '@atelier/sdk'
import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { DraftData } from '../use-draft-data.ts'
import styles from './document.module.css'
import { chooseBodyKey, withKey } from './field-values.ts'
import { KnownField } from './known-field.tsx'
import { fieldsOfType } from './known-types.ts'
import { RichText } from './rich-text.tsx'
import { useRichCheck } from './use-rich-check.ts'

interface Props {
  type: string
  draft: DraftData
  isReadOnly: boolean
}

/** A project as a document: the fields of its type, then its text. */
export function DocumentView({ type, draft, isReadOnly }: Props) {
  const { data, setData } = draft
  const fields = fieldsOfType(type)
  const bodyKey = chooseBodyKey(data)
  return (
    <div className={styles.document}>
      {fields.length > 0 && (
        <div className={styles.fields}>
          {fields.map(([name, schema]) => (
            <KnownField
              key={name}
              schema={schema}
              node={memberOf(data, name)}
              isReadOnly={isReadOnly}
              onChange={(node) => setData(withKey(data, name, node))}
            />
          ))}
        </div>
      )}
      <Body
        key={bodyKey}
        text={stringOf(memberOf(data, bodyKey)) ?? ''}
        isReadOnly={isReadOnly}
        onChange={(text) => setData(withKey(data, bodyKey, stringNode(text)))}
      />
    </div>
  )
}

const modes = [
  { id: 'rich', label: 'Rich text' },
  { id: 'markdown', label: 'Markdown' },
] as const

interface BodyProps {
  text: string
  isReadOnly: boolean
  onChange: (text: string) => void
}

function Body({ text, isReadOnly, onChange }: BodyProps) {
  const [mode, setMode] = useState<'rich' | 'markdown'>('rich')
  /** The last text that the rich text editor wrote. */
  const [own, setOwn] = useState<string>()
  const { isRich, wasRich } = useRichCheck(text, own)
  const change = (next: string) => {
    setOwn(next)
    onChange(next)
  }
  return (
    <section aria-label="Text" className={styles.body}>
      <Segments
        label="Edit as"
        isLabelHidden
        options={modes}
        value={isRich === false ? 'markdown' : mode}
        onChange={setMode}
      />
      {wasRich === false && (
        <p className={styles.note}>
          This text has tables, task lists or other parts that only Markdown keeps.
        </p>
      )}
      {isRich === undefined && mode === 'rich' ? (
        <SkeletonRows count={3} />
      ) : isRich && mode === 'rich' ? (
        <RichText label="Document text" value={text} isReadOnly={isReadOnly} onChange={change} />
      ) : (
        <Field
          label="Document text as Markdown"
          rows={20}
          value={text}
          isReadOnly={isReadOnly}
          onChange={(next) => {
            // The field stays, even if rich text could now keep the text.
            setMode('markdown')
            onChange(next)
          }}
        />
      )}
    </section>
  )
}
