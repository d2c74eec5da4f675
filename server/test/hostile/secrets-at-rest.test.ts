import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { features } from '../../src/features/index.ts'
import { startTelegram, telegramToken } from '../door-servers.ts'
import { findTablesContaining } from '../find-tables.ts'
import { callAs, useService, useTenant } from '../harness.ts'
import { createOAuthGrant } from '../oauth-grant.ts'
import { useNetworks } from '../use-social.ts'

/** A secret is stored as a hash, or sealed. No row contains one in clear. */
const telegram = await startTelegram()
afterAll(() => telegram.close())
const service = useService({
  doors: { slackUrl: telegram.url, telegramUrl: telegram.url, discordUrl: telegram.url },
})
const mia = useTenant(service)
const call = callAs(service, mia)
const { mastodon, bluesky, accounts } = useNetworks()
const random = () => randomBytes(18).toString('hex')

test('no row contains a secret that a person gave or got', async () => {
  const { system } = service.deps.db
  const [engineKey, hookSecret, chatPath, socialPath, socialSecret, password] = Array.from(
    { length: 6 },
    random,
  ) as [string, string, string, string, string, string]
  const workflows = '/api/v1/service/workflows'
  const steps = [{ id: 'one', type: 'set', value: 1 }]
  const workflow = await call('POST', workflows, { definition: { title: 'Echo', steps } })
  const trigger = `${workflows}/${workflow.id}/triggers`
  const hook = { kind: 'webhook', verify: 'github', secret: hookSecret }
  await call('PUT', '/api/v1/engines/images', {
    kind: 'openai',
    base_url: 'https://engine.example/v1',
    api_key: engineKey,
    model: 'm',
  })
  const social = '/api/v1/service/social-media/accounts'
  await call('POST', social, accounts.mastodon())
  await call('POST', social, accounts.bluesky())
  await call('POST', social, {
    network: 'webhook',
    url: `https://hooks.example/${socialPath}`,
    secret: socialSecret,
  })
  await call('POST', '/api/v1/chat/webhooks', {
    kind: 'slack',
    name: 'Team',
    url: `https://hooks.slack.com/services/${chatPath}`,
  })
  await call('POST', '/api/v1/connections', {
    kind: 'telegram',
    name: 'Bot',
    bot_token: telegramToken,
  })
  await call('POST', '/api/v1/auth/password', { new_password: password })
  const login = await call('POST', '/api/v1/auth/login', { email: mia.email, password })
  const subscription = await call('POST', '/api/v1/webhooks/subscriptions', {
    url: 'https://receiver.example/',
    event_types: ['*'],
  })
  const rotated = await call(
    'POST',
    `/api/v1/webhooks/subscriptions/${subscription.id}/rotate-secret`,
  )
  const keyed = await service.call('POST', '/api/v1/api-keys', {
    key: mia.key,
    body: { name: 'Kept', scopes: ['tasks:read'] },
    headers: { 'idempotency-key': random() },
  })
  const shown = [
    keyed.body.key,
    ...[login.access_token, login.refresh_token, subscription.secret, rotated.secret],
    (await call('GET', '/api/v1/webhooks/secret')).secret,
    (
      await call('POST', '/api/v1/workspaces/invitations', {
        email: 'jo@example.com',
        role: 'member',
      })
    ).token,
    (await createOAuthGrant(service, mia, { scopes: ['tasks:read'] })).token,
    lastPart((await call('POST', trigger, hook)).url),
    lastPart((await call('POST', '/api/v1/chat/incoming-webhooks', { name: 'Builds' })).url),
  ]
  const given = [engineKey, hookSecret, chatPath, socialPath, socialSecret, password]
  const secrets = [...shown, ...given, mastodon.token, bluesky.password, telegramToken, mia.key]
  for (const secret of secrets) expect(secret?.length).toBeGreaterThan(11)
  // A test that finds nothing must be able to find something.
  expect(await findTablesContaining(system, [subscription.id])).toContain('webhook_subscriptions')
  expect(await findTablesContaining(system, secrets)).toEqual([])
})

/** Columns whose name sounds like a secret, and why they hold none. */
const explained: Record<string, string> = {
  'server_secrets.name': 'public',
  'server_secrets.value':
    'sealed if ATELIER_SECRET_KEY is set; otherwise it contains the key itself',
  'connections.secrets': 'always sealed: no version stored it in clear',
  'receipt_keys.private_jwk': 'always sealed: no version stored it in clear',
  'receipt_keys.public_jwk': 'public',
  'push_subscriptions.auth': 'of use only with the key that signs pushes, a server secret',
  'push_subscriptions.p256dh': 'public',
  'webhook_secrets.previous_secret': 'never written',
}
const notSecret =
  /^(content|thumbnail|sort|source|dedupe|idempotency)_key$|^credential_id$|^key$|_until$/

test('every column that sounds like a secret is hashed, sealed or explained', async () => {
  const rows = await service.deps.db.system<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and (table_name = 'server_secrets'
      or column_name ~* 'secret|token|password|credential|jwk|_key$|^key$|^auth$|p256dh')`
  const sealed = new Set(
    features.flatMap(({ sealedColumns = [] }) =>
      sealedColumns.map((c) => `${c.table}.${c.column}`),
    ),
  )
  const open = rows
    .filter(({ column }) => !column.endsWith('_hash') && !notSecret.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !sealed.has(name) && !explained[name])
  expect(open).toEqual([])
})

function lastPart(url: string): string {
  return url.split('/').at(-1) as string
}
