import type { Atelier, LiveEvent, LiveOptions, SocketMaker } from '@atelier/sdk/src/index.ts'
import { CommandError, NotReady } from '../errors.ts'
import { exitCode } from '../exit-codes.ts'
import { eventLine } from '../terminal/event-line.ts'
import type { Request } from './request.ts'
import type { OperationSpec } from './spec.ts'

/** Prints a stream, one line per entry. */
export async function followStream(
  client: Atelier,
  { id }: OperationSpec,
  { params: [first = '', second = ''], query }: Request,
  json: boolean,
): Promise<void> {
  const { after, streams, last_event_id } = query as Record<string, never>
  const from = after === undefined ? {} : { after }
  // A stream retries forever, but a missing server should be reported at once.
  if (id === 'streamEvents') {
    await client.events.list({ limit: 1, ...from })
    return tell(client.events.follow(from), json)
  }
  if (id === 'readAnswers') {
    await client.threads.readAnswers(first, from)
    return tell(client.threads.followAnswers(first, from), json)
  }
  if (id === 'getWorkflowRunStatus') {
    await client.workflows.getRunStatus(first, second)
    return tell(client.workflows.followRun(first, second), json)
  }
  if (id === 'followTask') return tell(client.tasks.follow(first), json)
  await listen(client, json, {
    ...(streams !== undefined && { streams }),
    ...(last_event_id !== undefined && { lastEventId: last_event_id }),
  })
}

async function tell(stream: AsyncIterable<object>, json: boolean): Promise<void> {
  for await (const entry of stream) show(entry, json)
}

function show(entry: object, json: boolean): void {
  process.stdout.write(`${json ? JSON.stringify(entry) : eventLine(entry)}\n`)
}

/** Runs until the server closes the connection for good. */
function listen(client: Atelier, json: boolean, options: Partial<LiveOptions>): Promise<void> {
  if (!('WebSocket' in globalThis)) {
    throw new NotReady('This needs Node 22 or newer. On older versions, use: atelier tail')
  }
  return new Promise((_, reject) => {
    client.live.connect({
      ...options,
      WebSocket: globalThis.WebSocket as unknown as SocketMaker,
      onEvent: (event: LiveEvent) => show(event, json),
      onState: (state, reason) => {
        if (state !== 'closed') return
        const message = reason instanceof Error ? reason.message : 'The connection was closed.'
        reject(new CommandError('closed', exitCode.notAllowed, message))
      },
    })
  })
}
