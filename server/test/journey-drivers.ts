import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { runInProcess } from '../../cli/src/test-atelier.ts'
import { operations } from '../../sdk/src/generated/operations.ts'
import { Atelier } from '../../sdk/src/index.ts'
import type { Operation } from '../../sdk/src/operation.ts'

// biome-ignore lint/suspicious/noExplicitAny: the journey looks into what came back
type Answer = any

/** A client of the service. Operations have the names that the SDK gives them. */
export interface Driver {
  upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Answer>
  call(name: string, params: string[], given?: object): Promise<Answer>
  close(): Promise<void>
}

interface Access {
  baseUrl: string
  key: string
}

function findOperation(name: string): Operation {
  const [noun = '', method = ''] = name.split('.')
  return (operations as Record<string, Record<string, Operation>>)[noun]?.[method] as Operation
}

const pathNames = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

export async function overHttp({ baseUrl, key }: Access): Promise<Driver> {
  const headers = { authorization: `Api-Key ${key}` }
  const send = async (url: string, init: RequestInit) => {
    const response = await fetch(baseUrl + url, init)
    if (!response.ok) throw new Error(`${init.method} ${url}: ${await response.text()}`)
    return response.json()
  }
  return {
    upload: (name, bytes) => {
      const body = new FormData()
      body.set('file', new Blob([bytes], { type: 'image/png' }), name)
      return send('/api/v1/assets/upload', { method: 'POST', headers, body })
    },
    call: (name, params, given) => {
      const operation = findOperation(name)
      const { method, takes } = operation
      let at = 0
      const path = operation.path.replaceAll(/\{\w+\}/g, () =>
        encodeURIComponent(params[at++] as string),
      )
      if (takes !== 'body') {
        return send(`${path}?${new URLSearchParams(given as Record<string, string>)}`, {
          method,
          headers,
        })
      }
      const body = JSON.stringify(given)
      return send(path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
    },
    close: async () => {},
  }
}

export async function overSdk({ baseUrl, key }: Access): Promise<Driver> {
  const atelier = new Atelier({ baseUrl, apiKey: key })
  return {
    upload: (name, bytes) =>
      atelier.assets.upload(bytes, { filename: name, contentType: 'image/png' }),
    call: (name, params, given) => {
      const [noun = '', method = ''] = name.split('.')
      type Methods = Record<string, Record<string, (...args: unknown[]) => Promise<Answer>>>
      const methods = (atelier as unknown as Methods)[noun]
      return methods?.[method]?.(...params, ...(given ? [given] : [])) as Promise<Answer>
    },
    close: async () => {},
  }
}

export async function overMcp({ baseUrl, key }: Access): Promise<Driver> {
  const client = new Client({ name: 'journey', version: '1' })
  const headers = { authorization: `Api-Key ${key}` }
  const url = new URL(`${baseUrl}/mcp?toolsets=all`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  const call: Driver['call'] = async (name, params, given) => {
    const operation = findOperation(name)
    const ids = Object.fromEntries(pathNames(operation).map((id, at) => [id, params[at]]))
    const wait = operation.id === 'convertFormat' ? { wait: false } : {}
    const input = { ...ids, ...given, ...wait }
    const result = await client.callTool({ name: operation.id, arguments: input })
    if (result.isError) throw new Error(`${operation.id}: ${JSON.stringify(result.content)}`)
    return result.structuredContent
  }
  return {
    call,
    // A model can't send bytes: it signs the upload, its host sends them, and it registers them.
    upload: async (name, bytes) => {
      const signed = await call('assets.signUpload', [], { filename: name, filetype: 'image/png' })
      await fetch(signed.signed, { method: 'PUT', body: bytes })
      return call('assets.register', [], { id: signed.asset })
    },
    close: () => client.close(),
  }
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `atelier <noun> <verb> [path params…] --body '<json>' --json`. */
export async function overCli({ baseUrl, key }: Access): Promise<Driver> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-journey-'))
  const env = { ATELIER_URL: baseUrl, ATELIER_API_KEY: key }
  const run = async (args: string[]): Promise<Answer> => {
    const { code, stdout, stderr } = await runInProcess([...args, '--json'], { env })
    if (code !== 0) throw new Error(`atelier ${args.join(' ')}: ${code} ${stdout} ${stderr}`)
    return JSON.parse(stdout)
  }
  return {
    upload: async (name, bytes) => {
      const path = join(folder, name)
      await writeFile(path, bytes)
      return run(['assets', 'upload', path])
    },
    call: (name, params, given = {}) => {
      const [noun = '', method = ''] = name.split('.')
      const query = Object.entries(given).flatMap(([option, value]) => [
        `--${kebab(option.replaceAll('_', '-'))}`,
        String(value),
      ])
      // For a notification, --body is the email; the whole body then has another name.
      const whole = name === 'notifications.send' ? '--atelier-body' : '--body'
      const rest = findOperation(name).takes === 'body' ? [whole, JSON.stringify(given)] : query
      return run([kebab(noun), kebab(method), ...params, ...rest])
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
