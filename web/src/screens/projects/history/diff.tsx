import { type JsonNode, memberOf, stringOf, writeJson } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { Refusal } from '../../../app/refusal.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TextDiff } from '../../../ui/text-diff.tsx'
import { diffQuery } from '../queries.ts'
import { ValueText } from '../value-text.tsx'
import styles from './history.module.css'

interface Props {
  type: string
  id: string
  from: number
  to: number
}

interface Difference {
  path: string
  before: JsonNode | undefined
  after: JsonNode | undefined
}

/** The differences between two versions by path, with exact numbers. */
export function Diff({ type, id, from, to }: Props) {
  const { data, error, isPlaceholderData } = useQuery(diffQuery(type, id, from, to))
  if (error) return <Refusal error={error} />
  if (!data) return <SkeletonRows count={3} />
  const differences = readDifferences(data)
  const truncated = memberOf(data, 'truncated')
  return (
    <div className={styles.differences} aria-busy={isPlaceholderData}>
      {differences.length === 0 && <p className={styles.none}>No differences</p>}
      {differences.map((difference) => (
        <div key={difference.path}>
          <h2 className={styles.path}>{difference.path}</h2>
          <Change {...difference} />
        </div>
      ))}
      {truncated?.source === 'true' && (
        <p className={styles.none}>There are too many differences to list them all.</p>
      )}
    </div>
  )
}

/** Long values as a line diff, short ones side by side. */
function Change({ before, after }: Difference) {
  const [old, now] = writeTexts(before, after)
  if (old.includes('\n') || now.includes('\n')) return <TextDiff before={old} after={now} />
  return (
    <p className={styles.change}>
      <del>
        <ValueText node={before} />
      </del>
      <span aria-hidden>→</span>
      <ins>
        <ValueText node={after} />
      </ins>
    </p>
  )
}

/** Compares multiline texts as plain text, without escaped line breaks. */
function writeTexts(before: JsonNode | undefined, after: JsonNode | undefined): [string, string] {
  const isText = (node: JsonNode | undefined) => node === undefined || node.kind === 'string'
  const plain = (node: JsonNode | undefined) => stringOf(node) ?? ''
  const exact = (node: JsonNode | undefined) => (node ? writeJson(node, 2) : '')
  const isLines = [before, after].some((node) => plain(node).includes('\n'))
  const of = isLines && isText(before) && isText(after) ? plain : exact
  return [of(before), of(after)]
}

function readDifferences(diff: JsonNode): Difference[] {
  const entries = (name: string, of: (entry: JsonNode) => Omit<Difference, 'path'>) => {
    const list = memberOf(diff, name)
    if (list?.kind !== 'array') return []
    return list.items.map((entry) => {
      return { path: stringOf(memberOf(entry, 'path')) ?? '', ...of(entry) }
    })
  }
  return [
    ...entries('changed', (entry) => ({
      before: memberOf(entry, 'old'),
      after: memberOf(entry, 'new'),
    })),
    ...entries('added', (entry) => ({ before: undefined, after: memberOf(entry, 'value') })),
    ...entries('removed', (entry) => ({ before: memberOf(entry, 'value'), after: undefined })),
  ]
}
