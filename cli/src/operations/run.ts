import type { Atelier } from '@atelier/sdk/src/index.ts'
import { connect } from '../client/connection.ts'
import { readGeneral } from '../client/general-options.ts'
import { misused } from '../errors.ts'
import type { CommandCall } from './command.ts'
import { saveFile, sendFile } from './files.ts'
import { printEntries, printReply } from './print-reply.ts'
import { buildRequest, textGiven } from './request.ts'
import type { OperationSpec } from './spec.ts'
import { followStream } from './streams.ts'

type Method = ((...args: unknown[]) => Promise<unknown>) & {
  all(...args: unknown[]): AsyncIterable<Record<string, unknown>>
}

/** Sends the request that the command line describes, and prints the response. */
export async function runOperation(
  noun: string,
  spec: OperationSpec,
  { params, given, extras, command, taken }: CommandCall,
): Promise<void> {
  const general = readGeneral(command, taken)
  const json = general.json === true
  const bodyFlag = `--${taken.has('body') ? 'atelier-' : ''}body`
  const whole = spec.takes === 'body' ? extras.body : undefined
  const request = await buildRequest(spec, params, given, whole, bodyFlag)
  const client = await connect(general, { isPublic: spec.isPublic === true })
  if (spec.takes === 'file') return sendFile(client, spec, request.params, json)
  if (spec.gives === 'stream' || extras.follow) return followStream(client, spec, request, json)

  let answer: Response | undefined
  const options = {
    ...(spec.takes !== 'query' && { query: request.query }),
    ...(extras['idempotency-key'] && { idempotencyKey: extras['idempotency-key'] }),
    ...(extras['if-match'] && { headers: { 'if-match': extras['if-match'] } }),
    onResponse: (response: Response) => {
      answer = response.ok && spec.gives === 'json' ? response.clone() : undefined
    },
  }
  const taking = await buildArguments(spec, request, extras.body)
  const args = [...request.params, ...taking, options]
  const method = findMethod(client, noun, spec)
  if (extras.all) return printEntries(method.all(...args), json)
  const reply = await method(...args)
  if (spec.gives === 'file') return saveFile(reply as Response, extras.output)
  await printReply(spec, reply, answer, json)
}

async function buildArguments(
  { takes }: OperationSpec,
  { query, body }: Awaited<ReturnType<typeof buildRequest>>,
  raw: string | undefined,
): Promise<unknown[]> {
  if (takes === 'query') return [query]
  if (takes === 'raw') {
    if (raw === undefined) throw misused('Missing: --body')
    const text = await textGiven(raw, '--body')
    // The forms of pages for people; anything else is JSON.
    return [text.startsWith('{') ? text : new URLSearchParams(text)]
  }
  if (takes !== 'body') return []
  const { JsonText } = await import('@atelier/sdk/src/index.ts')
  return [new JsonText(body as string)]
}

function findMethod(client: Atelier, noun: string, { method, id }: OperationSpec): Method {
  if (id === 'downloadFile') return client.assets.download as unknown as Method
  const nouns = client as unknown as Record<string, Record<string, Method>>
  return nouns[noun]?.[method] as Method
}
