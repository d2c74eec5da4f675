import { createWriteStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Atelier, FileContent } from '@atelier/sdk/src/index.ts'
import { fileFrom } from '@atelier/sdk/src/node.ts'
import { misused } from '../errors.ts'
import { print } from '../output.ts'
import { record } from '../terminal/record.ts'
import type { OperationSpec } from './spec.ts'

/** Uploads a file or standard input. */
export async function sendFile(
  client: Atelier,
  { id }: OperationSpec,
  params: string[],
  json: boolean,
): Promise<void> {
  const content = await readContent(params.at(-1) as string)
  if (id === 'uploadAsset') {
    const asset = await client.assets.upload(content)
    return print(json, asset, record(asset))
  }
  await client.assets.putFile(params[0] as string, content)
  print(json, { sent: true }, 'Sent.')
}

async function readContent(path: string): Promise<FileContent> {
  if (path === '-') return Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>
  await access(path).catch(() => {
    throw misused(`There is no file at ${path}.`)
  })
  return fileFrom(path)
}

/** Writes a file response as it arrives. A terminal only gets text. */
export async function saveFile(response: Response, output: string | undefined): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  const body = Readable.fromWeb((response.body ?? new Response('').body) as never)
  if (output !== undefined && output !== '-') {
    await pipeline(body, createWriteStream(output))
    return
  }
  const isText = /^text\/|json|xml|subrip/.test(type)
  if (process.stdout.isTTY && !isText && output !== '-') {
    body.destroy()
    throw misused(
      `The response is ${type || 'a file'}, which a terminal cannot show. Add --output <file>.`,
    )
  }
  for await (const part of body) process.stdout.write(part)
}
