import { harmless } from '../output.ts'
import { paint, screenWidth } from './screen.ts'
import { cut, measureWidth, padded } from './text-width.ts'
import { inWords, minute } from './words.ts'

type Entry = Record<string, unknown>

/** Kinds of events, each in its own colour. */
const colours = {
  made: 'green',
  gone: 'red',
  asks: 'yellow',
  changed: 'cyan',
  other: 'white',
} as const

export function eventLine(entry: object): string {
  const told = entry as Entry
  if (typeof told.type === 'string' && 'created_at' in told) return happening(told)
  if (typeof told.status === 'string' && 'task_id' in told) return taskLine(told)
  if ('question_id' in told) return answerLine(told)
  return harmless(JSON.stringify(entry))
}

function happening({ seq, id, type, actor, object, data, created_at }: Entry): string {
  const { type: kind = '', id: which = '' } = (object ?? {}) as { type?: string; id?: unknown }
  const what = findTitle(data) ?? `${kind} ${which}`.trim()
  const begins = [
    [String(seq ?? id ?? '').padStart(5), 'dim'],
    [minute(String(created_at)).slice(11), 'dim'],
    [harmless(String(type)).padEnd(26), colours[chooseKind(String(type))]],
    [padded(cut(harmless(actor ? inWords(actor) : ''), 16), 16), 'reset'],
  ] as const
  const taken = begins.reduce((sum, [text]) => sum + measureWidth(text) + 2, 0)
  const painted = begins.map(([text, style]) => paint(style, text)).join('  ')
  return `${painted}  ${cut(harmless(what), Math.max(10, screenWidth() - taken))}`
}

function chooseKind(type: string): keyof typeof colours {
  if (/(failed|deleted|removed|revoked|cancelled|rejected|expired|error)/.test(type)) return 'gone'
  if (/(question|approval|ask|mention)/.test(type)) return 'asks'
  if (/(created|added|succeeded|completed|sent|published|done)$/.test(type)) return 'made'
  return /(updated|changed|moved|started|progress)/.test(type) ? 'changed' : 'other'
}

function findTitle(data: unknown): string | undefined {
  const { title, name, slug } = (data ?? {}) as Record<string, unknown>
  const found = [slug, title ?? name].filter((one) => typeof one === 'string')
  return found.length > 0 ? found.join(' ') : undefined
}

function taskLine({ status, state = status, progress, error }: Entry): string {
  // A task that hasn't started has no stage.
  const { percent, stage } = (progress ?? {}) as { percent?: number | null; stage?: string | null }
  const said = inWords(status === 'FAILURE' ? error : stage)
  return `${String(state).padEnd(9)} ${String(Math.round(percent ?? 0)).padStart(3)} %  ${harmless(said)}`.trimEnd()
}

function answerLine({ question_id, status, answer, answered_by }: Entry): string {
  const { value = '', comment } = (answer ?? {}) as { value?: string; comment?: string | null }
  const said = [value, comment && `(${comment})`].filter(Boolean).join(' ')
  const by = answered_by ? `by ${inWords(answered_by)}` : ''
  return harmless(`${question_id}  ${status}  ${said}  ${by}`).trimEnd()
}
