import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanEnvironment } from './guide-snippets.ts'
import { expectStatus, type Tenant, useService, useTenant } from './harness.ts'
import { runWorkflow } from './n8n-nodes.ts'
import { buildNotification, notifyPath } from './notify.ts'
import { rememberWork } from './remember-work.ts'
import { samplePng } from './samples.ts'
import { until } from './server-client.ts'
import { isSoak } from './soak.ts'
import { useFolder } from './use-folder.ts'

/** Every program in examples/ works against a real service. */
const service = useService()
const run = promisify(execFile)
const examples = join(import.meta.dirname, '../../examples')
const folder = useFolder()
const mia = useTenant(service, beforeAll)
let baseUrl: string

beforeAll(async () => {
  baseUrl = await service.listen()
  rememberWork(service.deps.engines, { seed: 0 })
  await writeFile(join(folder, 'photo.png'), samplePng)
})

const buildEnv = ({ key }: Tenant) => ({
  ...cleanEnvironment,
  ATELIER_URL: baseUrl,
  ATELIER_API_KEY: key,
})

async function start(command: string, args: string[], cwd = examples): Promise<string> {
  const { stdout } = await run(command, args, { cwd, env: buildEnv(mia) })
  return stdout.trim()
}

async function uploaded(): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([samplePng], { type: 'image/png' }), 'photo.png')
  const response = await fetch(`${baseUrl}/api/v1/assets/upload`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${mia.key}` },
    body: form,
  })
  return ((await response.json()) as { id: string }).id
}

async function answer(value: string): Promise<void> {
  const id = await until('the question', async () => {
    const { body } = await service.call('GET', '/api/v1/questions?status=open', { key: mia.key })
    return body.results[0]?.id as string | undefined
  })
  const path = `/api/v1/questions/${id}/answer`
  await expectStatus(200, service.call('POST', path, { token: mia.token, body: { value } }))
}

const isInstalled = (example: string, name: string) => {
  const paths = createRequire(join(examples, example, 'agent.js')).resolve.paths(name) ?? []
  return paths.some((path) => existsSync(join(path, name, 'package.json')))
}
const hasPython = spawnSync('python3', ['--version']).status === 0

describe('agents', () => {
  for (const [example, name] of [
    ['ai-sdk', 'ai'],
    ['langgraph', '@langchain/langgraph'],
    ['openai-agents', '@openai/agents'],
  ] as const) {
    const isReady = isInstalled(example, name)
    const title = `${example} (its packages: "npm run soak -- example-programs")`
    test.skipIf(!isReady && !isSoak)(title, async () => {
      if (!isReady)
        await run('npm', ['install', '--no-package-lock'], { cwd: join(examples, example) })
      const running = start(process.execPath, [`${example}/agent.js`, await uploaded()])
      await answer('approved')
      expect(await running).toMatch(/^Added the card PRODUCTS-\d\.$/)
    })
  }

  test.skipIf(!hasPython)('python', async () => {
    const running = start('python3', ['python/agent.py', join(folder, 'photo.png')])
    await answer('rejected')
    expect(await running).toBe('The person did not approve.')
  })
})

test('the web page cuts out through its server, which forwards nothing else', async () => {
  const server = spawn(process.execPath, ['web-page/server.js'], {
    cwd: examples,
    env: { ...buildEnv(mia), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const line = await new Promise<string>((resolve) => server.stdout.once('data', resolve))
    const site = String(line).trim()
    expect(await (await fetch(site)).text()).toContain('<h1>Cut out an image</h1>')
    const form = new FormData()
    form.append('file', new Blob([samplePng], { type: 'image/png' }), 'photo.png')
    const options = { method: 'POST', body: form }
    const upload = await fetch(`${site}/api/v1/assets/upload`, options)
    const { id } = (await upload.json()) as { id: string }
    const submitted = await fetch(`${site}/api/v1/tools/remove-background`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ image_url: id }),
    })
    const { task_id } = (await submitted.json()) as { task_id: string }
    const task = await until('the task', async () => {
      const found = (await (await fetch(`${site}/api/v1/tasks/${task_id}`)).json()) as {
        status: string
      }
      return found.status === 'SUCCESS' ? found : undefined
    })
    expect(task).toMatchObject({ info: { result: [{ url: expect.stringContaining('http') }] } })
    expect((await fetch(`${site}/api/v1/api-keys`)).status).toBe(404)
  } finally {
    server.kill()
  }
})

test('the cron script reports once a day', async () => {
  expect(await start('bash', ['cron/daily-report.sh'])).toBe('sent')
  expect(await start('bash', ['cron/daily-report.sh'])).toBe('sent')
  const { body } = await service.call('GET', '/api/v1/notifications', { key: mia.key })
  const titles = body.results.map(({ title }: { title: string }) => title)
  expect(titles.filter((title: string) => title === 'Daily report')).toHaveLength(1)
})

test('the approver bot answers by rule, and leaves the rest to people', async () => {
  const allow = { settings: { approvals_by_credentials: true } }
  const { token } = mia
  const path = '/api/v1/workspaces/current'
  await expectStatus(200, service.call('PATCH', path, { token, body: allow }))
  // The bot cannot answer what it asked itself.
  const asker = await service.keyWith(mia, ['notifications:send'])
  for (const title of ['Spell-check the newsletter?', 'Delete the old drafts?']) {
    const question = { kind: 'approval', answerable_by: 'credential' }
    const body = buildNotification(mia, { title, category: 'agentNeedsInput', question })
    await expectStatus(200, service.call('POST', notifyPath, { key: asker, body }))
  }
  const output = await start(process.execPath, ['approver-bot/bot.js', '--once'])
  expect(output).toBe('approved: Spell-check the newsletter?')
  await answer('rejected')
})

test('the n8n workflow cuts out and notifies', async () => {
  const text = await readFile(join(examples, 'n8n/cut-out-and-notify.json'), 'utf8')
  const env = { ATELIER_URL: baseUrl, IMAGE_URL: await uploaded() }
  const result = await runWorkflow(JSON.parse(text), env, { authorization: `Api-Key ${mia.key}` })
  expect(result).toMatchObject({ status: 'sent' })
})
