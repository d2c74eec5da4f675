import { Command } from 'commander'
import { connect } from '../client/connection.ts'
import { readGeneral, withGeneralOptions } from '../client/general-options.ts'
import { misused } from '../errors.ts'
import { printJsonLine } from '../output.ts'
import { eventLine } from '../terminal/event-line.ts'

interface Options {
  type: string[]
  after?: string
  limit?: string
}

export function tailCommand(): Command {
  return withGeneralOptions(new Command('tail'))
    .option(
      '--type <name>',
      'only these events, such as pm_task.created or "task.*"; repeatable',
      collect,
      [],
    )
    .option('--after <seq>', 'start after this event (0: all stored events)')
    .option('--limit <number>', 'stop after this many events')
    .addHelpText(
      'after',
      '\nReconnects when the connection is lost, without missing or repeating events.\n\nExample:\n  atelier tail --type "pm_task.*" --after 0',
    )
    .action(tail)
}

async function tail({ type, after, limit }: Options, command: Command): Promise<void> {
  const { json, ...given } = readGeneral(command)
  const from = whole(after, '--after')
  const most = whole(limit, '--limit') ?? Number.POSITIVE_INFINITY
  const isWanted = createMatcher(type)
  const client = await connect(given)
  // A stream retries forever, but a missing server should be reported at once.
  await client.events.list({ after: from ?? 0, limit: 1 })
  let told = 0
  for await (const event of client.events.follow(from === undefined ? {} : { after: from })) {
    if (!isWanted(event.type)) continue
    if (json) printJsonLine(event)
    else process.stdout.write(`${eventLine(event)}\n`)
    if (++told >= most) return
  }
}

/** `task.*` matches everything that happens to tasks. */
export function createMatcher(types: string[]): (type: string) => boolean {
  if (types.length === 0) return () => true
  const patterns = types.map((type) => {
    const literal = type.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
    return new RegExp(`^${literal}$`)
  })
  return (type) => patterns.some((pattern) => pattern.test(type))
}

function whole(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  throw misused(`${name} must be a whole number, not "${text}".`)
}

function collect(text: string, before: string[]): string[] {
  return [...before, text]
}
