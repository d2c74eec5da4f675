import { useMemo, useState } from 'react'
import { Button } from './button.tsx'
import { type DiffLine, lineDiff } from './line-diff.ts'
import styles from './text-diff.module.css'

const around = 2
/** More lines than this are shown on request. */
const shownAtOnce = 300

/** The changed lines between two texts, with a few lines of context. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const [isWhole, setWhole] = useState(false)
  const lines = useMemo(() => linesToShow(before, after), [before, after])
  const shown = isWhole ? lines : lines.slice(0, shownAtOnce)
  return (
    <div className={styles.diff}>
      {shown.map((line) =>
        line.isNear ? (
          <Line key={line.number} line={line} />
        ) : (
          <p key={line.number} className={styles.gap}>
            …
          </p>
        ),
      )}
      {shown.length < lines.length && (
        <Button kind="quiet" size="small" onPress={() => setWhole(true)}>
          Show {lines.length - shown.length} more lines
        </Button>
      )}
    </div>
  )
}

function linesToShow(before: string, after: string) {
  const lines = lineDiff(before, after)
  const isNear = (at: number) =>
    lines.slice(Math.max(at - around, 0), at + around + 1).some(({ kind }) => kind !== 'same')
  const numbered = lines.map((line, number) => ({ ...line, number, isNear: isNear(number) }))
  // One marker stands for all omitted lines. A single line is shown, since the marker is as long.
  return numbered
    .map((line, at) => ({
      ...line,
      isNear: line.isNear || (isKept(numbered[at - 1]) && isKept(numbered[at + 1])),
    }))
    .filter((line, at, all) => line.isNear || at === 0 || all[at - 1]?.isNear)
}

/** Whether the line is shown or lies beyond the first or last line. */
function isKept(line: { isNear: boolean } | undefined): boolean {
  return line?.isNear ?? true
}

function Line({ line: { kind, text } }: { line: DiffLine }) {
  if (kind === 'same') return <p className={styles.line}>{text || ' '}</p>
  const Mark = kind === 'added' ? 'ins' : 'del'
  return <Mark className={`${styles.line} ${styles[kind]}`}>{text || ' '}</Mark>
}
