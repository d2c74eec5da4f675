import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from './harness.ts'
import { useHttp } from './local-servers.ts'
import { rememberWork } from './remember-work.ts'
import { samplePng } from './samples.ts'
import { until } from './talking.ts'
import { useFolder } from './use-folder.ts'

/** Everything that the guides show works, in the order in which they show it. */
const service = useService()
const run = promisify(execFile)
const guides = join(import.meta.dirname, '../../docs/guides')
const cli = join(import.meta.dirname, '../../cli/bin/atelier.js')
const sdk = join(import.meta.dirname, '../../sdk/src')

let address: string
const folder = useFolder()
const site = useHttp((_request, response) => void response.end(samplePng))

beforeAll(async () => {
  address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  Object.assign(service.deps.config, { publicUrl: address })
  rememberWork(service.deps.engines, { seed: 0 })
  // The service detects the type from the bytes, so the name may say JPEG.
  await writeFile(join(folder, 'photo.jpg'), samplePng)
})

interface Snippet {
  /** The text after the three backticks: `sh`, `json call board`. */
  kind: string
  code: string
}

/** The snippets of a guide, with the URL of this service and this key. */
async function snippetsOf(guide: string, key: string): Promise<Snippet[]> {
  const text = await readFile(join(guides, guide), 'utf8')
  return [...text.matchAll(/^```(\w.*)\n([\s\S]*?)^```$/gm)].map(([, kind = '', code = '']) => ({
    kind,
    code: code
      .replaceAll('http://localhost:4600', address)
      .replaceAll('https://example.com/photo.jpg', `${site.url}/photo.jpg`)
      .replaceAll('atl_…', key),
  }))
}

const codeOf = (snippets: Snippet[], kind: string) =>
  snippets
    .filter((one) => one.kind === kind)
    .map(({ code }) => code)
    .join('\n')

/** Node for scripts that call it by name, and nothing of the settings of the person who tests. */
const env = { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), HOME: tmpdir() }

const verbs = 'completed attached attached created'

describe('the guides', () => {
  test('curl', async () => {
    const { key } = await service.tenant()
    const script = codeOf(await snippetsOf('curl.md', key), 'sh')
    const options = { cwd: folder, env }
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], options)
    expect(stdout.trim().split('\n')).toEqual(['true', verbs])
  })

  test('SDK', async () => {
    const { key } = await service.tenant()
    const program = codeOf(await snippetsOf('sdk.md', key), 'ts')
      .replaceAll("'@atelier/sdk'", `'${sdk}/index.ts'`)
      .replaceAll("'@atelier/sdk/node'", `'${sdk}/node.ts'`)
    await writeFile(join(folder, 'agent.ts'), program)
    const { stdout } = await run(process.execPath, ['agent.ts'], { cwd: folder, env })
    expect(stdout.trim()).toBe(verbs)
  })

  test('CLI', async () => {
    const { key } = await service.tenant()
    const script = codeOf(await snippetsOf('cli.md', key), 'sh')
    const command = `atelier() { ${process.execPath} ${cli} "$@"; }`
    const options = { cwd: folder, env }
    const { stdout } = await run(
      'bash',
      ['-euo', 'pipefail', '-c', `${command}\n${script}`],
      options,
    )
    expect(stdout.trim().split('\n')).toEqual(['true', verbs])
  })

  test('MCP', async () => {
    const mia = await service.tenant()
    const snippets = await snippetsOf('mcp.md', mia.key)
    const { mcpServers } = JSON.parse(codeOf(snippets, 'json config'))
    const { url, headers } = mcpServers.atelier
    const client = new Client({ name: 'guide', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    )
    const results: Record<string, unknown> = {}
    for (const { kind, code } of snippets.filter(({ kind }) => kind.startsWith('json call'))) {
      const filled = code.replaceAll(/\$\{([\w.]+)\}/g, (_, path) => String(at(results, path)))
      const call = JSON.parse(filled)
      const calling = client.callTool(call, { timeout: 200_000 })
      if (call.name === 'ask_person') await approve(mia.key)
      const result = await calling
      expect([call.name, result.isError ?? false, result.content]).toEqual([
        call.name,
        false,
        result.content,
      ])
      results[kind.split(' ')[2] ?? ''] = result.structuredContent
    }
    await client.close()
    expect(at(results, 'asked.answer.value')).toBe('approved')
    const entries = at(results, 'activity.results') as { verb: string }[]
    expect(entries.map(({ verb }) => verb).join(' ')).toBe(verbs)
  })
})

async function approve(key: string): Promise<void> {
  const id = await until('the question', async () => {
    const { body } = await service.call('GET', '/api/v1/questions?status=open', { key })
    return body.results[0]?.id as string | undefined
  })
  await service.call('POST', `/api/v1/questions/${id}/answer`, { key, body: { value: 'approved' } })
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], value)
}
