import { useState } from 'react'
import { Markdown } from '../../../app/markdown.tsx'
import { WrittenLink } from '../../../app/written-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { inWords } from '../definition.ts'
import styles from './output.module.css'
import { AssetCard, RecordCard } from './record-card.tsx'
import type { FindRecord } from './records.ts'

interface Props {
  label: string
  value: unknown
  find: FindRecord
}

/** What a run returned, as pictures, links and posts. Its JSON is one press away. */
export function OutputView({ label, value, find }: Props) {
  const [isJson, setJson] = useState(false)
  return (
    <div className={styles.output}>
      {isJson ? (
        <JsonView label={label} value={value} />
      ) : (
        <section aria-label={label}>
          <Value name="" value={value} find={find} />
        </section>
      )}
      <Button size="small" kind="quiet" onPress={() => setJson(!isJson)}>
        {isJson ? 'Hide JSON' : 'Show JSON'}
      </Button>
    </div>
  )
}

interface ValueProps {
  name: string
  value: unknown
  find: FindRecord
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function Value({ name, value, find }: ValueProps) {
  const record = find(value, name)
  if (record) return <RecordCard record={record} />
  if (typeof value === 'string') return <Text text={value} />
  if (typeof value === 'boolean') return <>{value ? 'Yes' : 'No'}</>
  if (value === null || value === undefined) return <span className={styles.none}>None</span>
  if (typeof value !== 'object') return <>{String(value)}</>
  const entries = Object.entries(value)
  if (entries.length === 0) return <span className={styles.none}>None</span>
  if (Array.isArray(value)) {
    return (
      <ul className={styles.list}>
        {entries.map(([index, one]) => (
          <li key={index}>
            <Value name={name} value={one} find={find} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl className={styles.fields}>
      {entries.map(([key, one]) => (
        <div key={key}>
          <dt>{inWords(key)}</dt>
          <dd>
            <Value name={key} value={one} find={find} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Text({ text }: { text: string }) {
  if (uuid.test(text)) return <AssetCard id={text} />
  if (/^https?:\/\/\S+$/.test(text)) return <WrittenLink href={text}>{text}</WrittenLink>
  if (text.includes('\n')) return <Markdown text={text} />
  return text || <span className={styles.none}>Empty</span>
}
