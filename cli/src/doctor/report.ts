import { paint } from '../terminal/screen.ts'
import { wrapped } from '../terminal/text-width.ts'
import type { Check, Status } from './check.ts'

const colours = { ok: 'green', warning: 'yellow', problem: 'red', skipped: 'gray' } as const

const statusWidth = 'problem'.length + 2
const narrowest = 40

/** An aligned list with a summary at the end. */
export function report(checks: Check[], columns = 100, isFleet = false): string {
  const nameWidth = Math.max(...checks.map(({ name }) => name.length)) + 2
  const indent = ' '.repeat(statusWidth + nameWidth)
  const width = Math.max(narrowest, columns - indent.length)
  const lines = checks.flatMap((check) => {
    const start =
      paint(colours[check.status], check.status.padEnd(statusWidth)) + check.name.padEnd(nameWidth)
    const [first, ...rest] = [...wrapped(check.found, width), ...fixLines(check, width)]
    return [start + first, ...rest.map((line) => indent + line)]
  })
  return `${lines.join('\n')}\n\n${conclusion(checks, isFleet ? 'The fleet is fine' : 'Atelier can run here')}\n`
}

/** An arrow marks something to do; skipped checks can wait. */
function fixLines({ status, fix }: Check, width: number): string[] {
  if (!fix || status === 'skipped') return []
  return wrapped(fix, width - 2).map((line, index) => (index === 0 ? `→ ${line}` : `  ${line}`))
}

function conclusion(checks: Check[], good: string): string {
  const count = (wanted: Status) => checks.filter(({ status }) => status === wanted).length
  const problems = count('problem')
  const warnings = count('warning')
  const some = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
  if (problems > 0) {
    const also = warnings > 0 ? ` and ${some(warnings, 'warning')}` : ''
    return `${some(problems, 'problem')}${also}: follow the steps marked →, then run this again.`
  }
  if (warnings > 0) return `No problems and ${some(warnings, 'warning')}: ${good}.`
  return `No problems: ${good}.`
}
