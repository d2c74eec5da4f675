import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  cleanEnvironment,
  joinCode,
  pagesWithSnippets,
  readSnippets,
  runShell,
  splitCommands,
} from './guide-snippets.ts'
import { expectStatus, type Tenant, useService } from './harness.ts'
import { useHttpServer } from './local-servers.ts'
import { rememberWork } from './remember-work.ts'
import { samplePng } from './samples.ts'
import { until } from './server-client.ts'
import { notRun, runElsewhere } from './snippet-reasons.ts'
import { useFolder } from './use-folder.ts'

/** Everything that the guides show works, in the order in which they show it. */
const service = useService()
const run = promisify(execFile)
const cli = join(import.meta.dirname, '../../cli/bin/atelier.js')
const sdk = join(import.meta.dirname, '../../sdk/src')

let baseUrl: string
const folder = useFolder()
const site = useHttpServer((_request, response) => void response.end(samplePng))

beforeAll(async () => {
  baseUrl = await service.listen()
  rememberWork(service.deps.engines, { seed: 0 })
  // The service detects the type from the bytes, so the name may say JPEG.
  await writeFile(join(folder, 'photo.jpg'), samplePng)
})

/** The snippets of a page as this reader pastes them. */
const pasted = (page: string, key: string) =>
  readSnippets(page, {
    'http://localhost:4600': baseUrl,
    'localhost:4600': baseUrl,
    'https://atelier.example.com': baseUrl,
    'https://example.com/photo.jpg': `${site.url}/photo.jpg`,
    'atl_…': key,
  })

const verbs = 'completed attached attached created'

describe('the guides', () => {
  test('curl', async () => {
    const mia = await service.tenant()
    const script = joinCode(await pasted('guides/curl.md', mia.key), 'sh')
    const [lines] = await Promise.all([runShell(script, folder), approve(mia)])
    expect(lines).toEqual(['true', verbs])
  })

  test('SDK', async () => {
    const mia = await service.tenant()
    const program = joinCode(await pasted('guides/sdk.md', mia.key), 'ts')
      .replaceAll("'@atelier/sdk'", `'${sdk}/index.ts'`)
      .replaceAll("'@atelier/sdk/node'", `'${sdk}/node.ts'`)
    await writeFile(join(folder, 'agent.ts'), program)
    const agent = run(process.execPath, ['agent.ts'], { cwd: folder, env: cleanEnvironment })
    const [{ stdout }] = await Promise.all([agent, approve(mia)])
    expect(stdout.trim()).toBe(verbs)
  })

  test('CLI', async () => {
    const mia = await service.tenant()
    const script = joinCode(await pasted('guides/cli.md', mia.key), 'sh')
    const command = `atelier() { ${process.execPath} ${cli} "$@"; }`
    const reader = runShell(`${command}\n${script}`, folder)
    const [lines] = await Promise.all([reader, approve(mia)])
    expect(lines).toEqual(['true', verbs])
  })

  test('MCP', async () => {
    const mia = await service.tenant()
    const snippets = await pasted('guides/mcp.md', mia.key)
    const { mcpServers } = JSON.parse(joinCode(snippets, 'json config'))
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
      if (call.name === 'ask_person') await approve(mia)
      const result = await calling
      expect([call.name, result.isError ?? false, result.content]).toEqual([
        call.name,
        false,
        result.content,
      ])
      const { text } = result.content[0] as { text: string }
      results[kind.split(' ')[2] ?? ''] = text.startsWith('{') ? JSON.parse(text) : text
    }
    await client.close()
    expect(results.asked).toMatch(/^Answered by .*: approved$/)
    const entries = at(results, 'activity.results') as { verb: string }[]
    expect(entries.map(({ verb }) => verb).join(' ')).toBe(verbs)
  })
})

/** The last line that each recipe prints. */
const recipeResults: Record<string, string | RegExp> = {
  '1. Remove the background of an image': '',
  '2. Convert images to WebP': /^http.*webp/,
  '3. Add a task to a board and move it': 'Write the newsletter',
  '4. Report progress to a person': /^[0-9a-f-]{36}$/,
  '5. Ask for approval and wait for the answer': 'approved',
  '6. Store state that two agents change': 'live',
  '7. Follow events': /pm_board.created/,
  '8. Run a workflow that asks a person': 'true',
  '9. Give an agent a key of its own': 'permission_denied',
}

/** These wait for a person. */
const asking = [
  '5. Ask for approval and wait for the answer',
  '8. Run a workflow that asks a person',
]

describe('the cookbook', () => {
  test.each(Object.entries(recipeResults))('%s', async (heading, expected) => {
    const mia = await service.tenant()
    const snippets = (await pasted('cookbook.md', mia.key)).filter(({ kind }) => kind === 'sh')
    const [before] = snippets
    const recipe = snippets.find((one) => one.heading === heading)
    // The stream may take longer on a busy machine.
    const code = recipe?.code.replace('--max-time 2 ', '--max-time 20 ')
    const [lines] = await Promise.all([
      runShell(`${before?.code}\n${code}`, folder),
      asking.includes(heading) && approve(mia),
    ])
    expect(lines.at(-1)).toEqual(
      expected instanceof RegExp ? expect.stringMatching(expected) : expected,
    )
  })

  test('lists no recipe that is not tried', async () => {
    const headings = (await pasted('cookbook.md', '')).map(({ heading }) => heading)
    const tried = ['Cookbook', ...Object.keys(recipeResults), '10. Verify a webhook']
    expect(headings).toEqual(tried)
  })

  test('10. Verify a webhook', async () => {
    for (const [page, name] of [
      ['cookbook.md', 'isGenuine'],
      ['webhooks.md', 'isOurs'],
    ] as const) {
      const code = joinCode(await pasted(page, ''), 'js').replace(/^const server[\s\S]*/m, '')
      const file = join(folder, `${name}.mjs`)
      await writeFile(file, code.replace(`\nfunction ${name}`, `\nexport function ${name}`))
      const { [name]: isGenuine } = await import(file)
      const secret = `whsec_${Buffer.from('a secret of the test').toString('base64')}`
      const signature = new Webhook(secret).sign('m1', new Date(), '{}')
      const headers = {
        'webhook-id': 'm1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': signature,
      }
      expect([page, isGenuine(secret, headers, '{}')]).toEqual([page, true])
      expect([page, isGenuine(secret, headers, '{"a":1}')]).toEqual([page, false])
      expect(isGenuine(secret, { ...headers, 'webhook-timestamp': '1' }, '{}')).toBe(false)
    }
  })
})

const curlPages = [
  '../README.md',
  'authentication.md',
  'pagination.md',
  'retries.md',
  'assets.md',
  'boards.md',
  'projects.md',
  'notifications.md',
  'questions.md',
  'webhooks.md',
  'workflows.md',
  'triggers.md',
  'configuration.md',
  'drop-in/remove-bg.md',
  'drop-in/slack-webhooks.md',
]

describe('pages with curl', () => {
  test.each(curlPages)('%s', async (page) => {
    const { key, userId, workspaceId } = await service.tenant()
    const script = (await listCommands(page, key))
      .filter((command) => !/\batelier /.test(command) && !findReason(command))
      .join('\n')
      .replaceAll('curl ', 'curl -sS --fail-with-body ')
      .replaceAll('"userId":"1"', `"userId":"${userId}"`)
      .replaceAll('"workspaceId":"1"', `"workspaceId":"${workspaceId}"`)
      .replaceAll('"assignees":[1]', `"assignees":[${userId}]`)
      .replaceAll('?wait=60', '?wait=0')
    expect(script).toContain('curl ')
    // Every command that fails ends the script.
    await runShell(`KEY=${key}\nATELIER_API_KEY=${key}\n${script}`, folder)
  })
})

const cliPages = ['cli.md', 'rehearsal.md', '../README.md']

describe('pages with the command line', () => {
  test.each(cliPages)('%s', async (page) => {
    const { key } = await service.tenant()
    const signIn = 'echo $KEY | atelier login --key - --profile default'
    const commands = (await listCommands(page, key)).filter((one) => /\batelier /.test(one))
    const script = commands
      .filter((command) => !findReason(command))
      .join('\n')
      .replaceAll('npx atelier', 'atelier')
      .replace('atelier logout', `$&\n${signIn}`)
      .replaceAll(/"\$\{fpath.*"|~\/\S+/g, 'completion')
      .replaceAll(/^atelier tail .*$/gm, '$& --limit 1')
      .replaceAll('8d0f6a52', '$(atelier notifications list --query "results[0].id")')
      // Nobody answers while the script waits.
      .replaceAll(/ --wait 3600 && .*$/gm, '')
    const command = `atelier() { ${process.execPath} ${cli} "$@"; }`
    const settings = `export XDG_CONFIG_HOME=${folder}/${key.slice(4, 12)} ATELIER_URL=${new URL(baseUrl).host} KEY=${key}`
    await runShell([command, settings, signIn, script].join('\n'), folder)
  })
})

describe('programs for other services', () => {
  test.each(['drop-in/openai.md', 'drop-in/elevenlabs.md'])('%s', async (page) => {
    const { key } = await service.tenant()
    const program = joinCode(await pasted(page, key), 'js')
    const file = join(import.meta.dirname, `../.snippet-${page.replaceAll(/\W/g, '-')}.mjs`)
    await writeFile(file, program)
    try {
      await run(process.execPath, [file], { env: cleanEnvironment })
    } finally {
      await rm(file)
    }
  })
})

test('every command of the pages runs in a test, or there is a reason', async () => {
  const run = new Set([...curlPages, ...cliPages, ...Object.keys(runElsewhere), 'cookbook.md'])
  const used = new Set<string>()
  const untested: string[] = []
  for (const page of await pagesWithSnippets()) {
    for (const command of await listCommands(page, '')) {
      const reason = findReason(command)
      if (reason) used.add(reason)
      const isRun =
        run.has(page) || page.startsWith('guides/') || /^(export|source|KEY=|echo) /.test(command)
      if (!reason && !isRun) untested.push(`${page}: ${command}`)
    }
  }
  expect(untested).toEqual([])
  expect(notRun.map(([, reason]) => reason).filter((reason) => !used.has(reason))).toEqual([])
})

/** The commands of the shell snippets of a page, one by one. */
async function listCommands(page: string, key: string): Promise<string[]> {
  const snippets = (await pasted(page, key)).filter(({ kind }) => kind === 'sh')
  return snippets.flatMap(({ code }) => splitCommands(code))
}

function findReason(command: string): string | undefined {
  return notRun.find(([pattern]) => pattern.test(command))?.[1]
}

async function approve({ key, token }: Tenant): Promise<void> {
  const id = await until('the question', async () => {
    const { body } = await service.call('GET', '/api/v1/questions?status=open', { key })
    return body.results[0]?.id as string | undefined
  })
  const answer = { token, body: { value: 'approved' } }
  await expectStatus(200, service.call('POST', `/api/v1/questions/${id}/answer`, answer))
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], value)
}
