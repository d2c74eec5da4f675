import { createHmac, randomBytes } from 'node:crypto'
import type { AtelierEvent } from '@atelier/sdk/src/index.ts'
import { Command } from 'commander'
import { connect } from '../client/connection.ts'
import { readGeneral, withGeneralOptions } from '../client/general-options.ts'
import { misused } from '../errors.ts'
import { harmless, printJsonLine } from '../output.ts'
import { createMatcher } from '../shortcuts/tail.ts'

interface Options {
  forwardTo: string
  events: string[]
  secret?: string
  after?: string
  limit?: string
}

const timeoutMs = 15_000

export function listenCommand(): Command {
  return withGeneralOptions(new Command('listen'))
    .description('forward events to a program on this machine, signed like real deliveries')
    .requiredOption('--forward-to <url>', 'where to send them, such as localhost:3000/hook')
    .option('--events <type>', 'only these events, such as "pm_task.*"; repeatable', collect, [])
    .option('--secret <secret>', 'whsec_… to sign with (default: a new one, which is printed)')
    .option('--after <seq>', 'start after this event (0: all stored events; default: new ones)')
    .option('--limit <number>', 'stop after this many events')
    .addHelpText(
      'after',
      '\nNeeds no public URL: it follows the event stream. A failed request is not retried.\n\nExample:\n  atelier webhooks listen --forward-to localhost:3000/hook --events "pm_task.*"',
    )
    .action(listen)
}

async function listen(options: Options, command: Command): Promise<void> {
  const { json, ...given } = readGeneral(command)
  const url = readUrl(options.forwardTo)
  const secret = options.secret ?? `whsec_${randomBytes(24).toString('base64')}`
  const key = decodeKey(secret)
  const isWanted = createMatcher(options.events)
  const after = options.after === undefined ? {} : { after: Number(options.after) }
  const client = await connect(given)
  // A stream retries forever, but a missing server should be reported at once.
  await client.events.list({ after: 0, limit: 1 })
  if (!json) {
    process.stderr.write(`Forwarding events to ${url}\nWebhook secret: ${secret}\n\n`)
  }
  let left = options.limit === undefined ? Number.POSITIVE_INFINITY : Number(options.limit)
  for await (const event of client.events.follow(after)) {
    if (!isWanted(event.type)) continue
    const outcome = await forward(url, key, event)
    if (json) printJsonLine({ seq: event.seq, type: event.type, ...outcome })
    else process.stdout.write(`${writeLine(event, outcome)}\n`)
    if (--left <= 0) return
  }
}

interface Outcome {
  status: number | null
  duration_ms: number
  error?: string
}

/** The same body and headers as a delivery to a subscription (Standard Webhooks). */
async function forward(url: string, key: Buffer, event: AtelierEvent): Promise<Outcome> {
  const body = JSON.stringify({ type: event.type, timestamp: event.created_at, data: event })
  const id = `evt_${event.seq}`
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const startedAt = performance.now()
  const took = () => ({ duration_ms: Math.round(performance.now() - startedAt) })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return { status: response.status, ...took() }
  } catch (error) {
    const { cause, message } = error as Error
    const { code, message: why } = (cause ?? {}) as NodeJS.ErrnoException
    const reason = code ?? why ?? message
    return { status: null, ...took(), error: reason }
  }
}

function writeLine(event: AtelierEvent, { status, duration_ms, error }: Outcome): string {
  const answer = status === null ? `failed: ${error}` : String(status)
  const time = new Date(event.created_at).toLocaleTimeString()
  return harmless(`${time}  ${event.type.padEnd(28)} → ${answer}  (${duration_ms} ms)`)
}

function readUrl(text: string): string {
  const withScheme = /^https?:\/\//i.test(text) ? text : `http://${text}`
  if (URL.canParse(withScheme)) return new URL(withScheme).href
  throw misused(`--forward-to: "${text}" is not a URL. Use a URL such as localhost:3000/hook`)
}

function decodeKey(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length >= 16) return key
  throw misused('--secret must be whsec_ followed by base64, as in a webhook subscription.')
}

function collect(text: string, before: string[]): string[] {
  return [...before, text]
}
