import { verifyWebhook } from '@atelier/sdk/src/webhooks.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../server/test/harness.ts'
import { readBody, useHttpServer } from '../../../server/test/local-servers.ts'
import { useAtelier } from '../test-atelier.ts'

const service = useService()
const mia = useTenant(service)
const atelier = useAtelier()
const received: { type: string; seq: number }[] = []
const secret = `whsec_${Buffer.from('a secret of the receiver').toString('base64')}`
const receiver = useHttpServer(async (request, response) => {
  const event = await verifyWebhook<{ type: string; data: { seq: number } }>(
    String(await readBody(request)),
    request.headers,
    secret,
  )
  received.push({ type: event.type, seq: event.data.seq })
  response.end()
})
let call: (args: string[]) => ReturnType<typeof atelier.runInProcess>

beforeAll(async () => {
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const env = { ATELIER_URL: url, ATELIER_API_KEY: mia.key }
  call = (args) => atelier.runInProcess(args, { env })
})

test('cards have one noun; its former names still work; --query selects a part', async () => {
  const made = await call(['boards', 'create', '--title', 'Launch', '--query', 'slug'])
  expect(made.stdout).toBe('launch\n')
  const create = ['card', 'create', '--board', 'launch', '--title', 'One', '--status', 'to do']
  expect((await call([...create, '--assignees', 'me', '--query', 'slug'])).stdout).toBe(
    'LAUNCH-1\n',
  )
  for (const noun of ['card', 'cards', 'task', 'board-tasks']) {
    const list = [noun, 'list', '--status', 'To Do', '--assignee', 'me']
    const { stdout } = await call([...list, '--query', 'results[].slug'])
    expect([noun, stdout]).toEqual([noun, 'LAUNCH-1\n'])
  }
  for (const noun of ['job', 'jobs', 'tasks']) {
    expect((await call([noun, 'list', '--query', 'count'])).stdout).toBe('0\n')
  }
  const wrong = await call(['card', 'update', 'LAUNCH-1', '--status', 'Nope', '--query', 'slug'])
  expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([
    3,
    '',
    expect.stringContaining('Draft, To Do, In Progress, Completed'),
  ])
  expect((await call(['boards', 'list', '--query', 'a['])).code).toBe(2)
})

describe('webhooks listen', () => {
  const listen = (...more: string[]) =>
    call(['webhooks', 'listen', '--after', '0', '--limit', '1', ...more])

  test('forwards events with signatures that receivers accept', async () => {
    const to = ['--forward-to', `${receiver.url}/hook`, '--secret', secret]
    const { code, stdout } = await listen(...to, '--events', 'pm_task.*')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/pm_task\.created +→ 200/)])
    expect(received).toEqual([{ type: 'pm_task.created', seq: expect.any(Number) }])
  })

  test('reports a receiver that does not answer, and wrong options', async () => {
    const { stdout } = await listen('--forward-to', 'localhost:1', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ status: null, error: expect.any(String) })
    expect((await listen('--forward-to', 'localhost:1', '--secret', 'x')).code).toBe(2)
  })
})
