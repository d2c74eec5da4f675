import { expect, test } from 'vitest'
import { callAs, readProblem, useService, useTenant } from '../../../test/harness.ts'
import { sealUrl } from '../../features/chat/sealed-url.ts'
import { checkUrl } from './check-url.ts'

const service = useService({ allowCidrs: [] })
const mia = useTenant(service)

const isRefused = (url: string, allowed: string[] = []) => {
  try {
    checkUrl('url', url, allowed)
    return false
  } catch {
    return true
  }
}

test.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://LOCALHOST:8080/',
  'http://localhost./',
  'http://localhost../',
  'http://foo.localhost/',
  'http://a.b.localhost./',
  'http://localhost.localdomain/',
  'http://localhost6.localdomain6/',
  'http://ip6-localhost/',
  'http://ip6-loopback/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://%6cocalhost/',
  'http://2130706433/',
  'http://[::ffff:127.0.0.1]/',
])('%s is refused, unless the operator allows loopback', (url) => {
  expect(isRefused(url)).toBe(true)
  if (url.includes('ffff')) return
  expect(isRefused(url, ['127.0.0.0/8'])).toBe(false)
})

test.each([
  'https://localhost.example.com/',
  'https://mylocalhost/',
  'https://notlocalhost.example/',
  'https://local.host/',
])('%s is another machine', (url) => expect(isRefused(url)).toBe(false))

test.each([
  ['webhooks', '/webhooks/subscriptions', { event_types: ['*'] }, 'url'],
  ['chat webhooks', '/chat/webhooks', { kind: 'mattermost', name: 'x' }, 'url'],
  [
    'social accounts',
    '/service/social-media/accounts',
    { network: 'webhook', secret: 'whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4' },
    'url',
  ],
  [
    'tasks',
    '/tools/convert-format',
    { image_url: 'https://example.com/x.png', output_format: 'png' },
    'webhook_url',
  ],
])('a URL of this machine is not stored for %s', async (_, path, body, field) => {
  for (const host of ['127.0.0.1', 'localhost', 'foo.localhost']) {
    const sent = { ...body, [field]: `http://${host}/hook` }
    const answer = await service.call('POST', `/api/v1${path}`, { key: mia.key, body: sent })
    expect([host, ...(await readProblem(answer))]).toEqual([host, 400, field])
  }
})

test('a URL of this machine that is stored already does not block other changes', async () => {
  const call = callAs(service, mia)
  const body = { kind: 'mattermost', name: 'x', url: 'https://chat.example.com/hooks/x' }
  const { id } = await call('POST', '/api/v1/chat/webhooks', body)
  const url = sealUrl(service.deps, 'http://localhost/hooks/x')
  await service.deps.db.system`update chat_webhooks set url = ${url} where id = ${id}`
  await call('PATCH', `/api/v1/chat/webhooks/${id}`, { is_active: false })
})
