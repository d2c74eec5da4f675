import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { callAs, expectStatus, useService, useTenant } from '../../../test/harness.ts'
import { notify } from '../../../test/notify.ts'
import { until } from '../../../test/server-client.ts'
import { findStep, workflowClient } from '../workflows/test-workflows.ts'

const service = useService()
const mia = useTenant(service)
const call = callAs(service, mia)
const flows = workflowClient(service, () => mia)

async function readReceipt(id: string): Promise<string> {
  await expectStatus(200, flows.answer(id, 'approved'))
  return (await service.call('GET', `/api/v1/questions/${id}/receipt`, { key: mia.key })).text
}

async function questionAbout(subject?: object): Promise<string> {
  const question = { kind: 'approval', ...(subject && { subject }) }
  const { status, body, text } = await notify(service, mia, {
    category: 'agentNeedsInput',
    question,
  })
  expect(status, text).toBe(200)
  return body.question_id
}

const publishedKeys = async () =>
  (await service.call('GET', '/.well-known/atelier-keys.json')).body as {
    keys: { kid: string; d?: string }[]
  }

const decodeClaims = async (jws: string) => {
  const { payload } = await compactVerify(jws, createLocalJWKSet(await publishedKeys()))
  return JSON.parse(Buffer.from(payload).toString())
}

test('a post: the receipt has the hash of its text and media when it was asked', async () => {
  const social = '/api/v1/service/social-media'
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const webhook = { network: 'webhook', name: 'Blog', url: 'https://blog.example/hook', secret }
  const account = await call('POST', `${social}/accounts`, webhook)
  const draft = async (message: string) => {
    const body = { message, account_ids: [account.id], action: 'draft' }
    return String((await call('POST', `${social}/create`, body)).posts[0].id)
  }
  const id = await draft('Mugs!')
  const other = await draft('Cups!')
  const { subject } = await decodeClaims(
    await readReceipt(await questionAbout({ kind: 'post', id })),
  )
  expect(subject).toEqual({ kind: 'post', id, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const same = await decodeClaims(await readReceipt(await questionAbout({ kind: 'post', id })))
  expect(same.subject).toEqual(subject)
  const another = await decodeClaims(
    await readReceipt(await questionAbout({ kind: 'post', id: other })),
  )
  expect(another.subject.sha256).not.toBe(subject.sha256)
  const wrong = { kind: 'post', id, sha256: another.subject.sha256 }
  const refused = await notify(service, mia, {
    category: 'agentNeedsInput',
    question: { kind: 'approval', subject: wrong },
  })
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'question.subject.sha256'])
})

test('a workflow step: the receipt has the hash of its input, and nobody else can claim it', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow
  const step = { id: 'go', type: 'ask', kind: 'approval', question: 'Spend ${inputs.euros} euros?' }
  const id = await flows.define({
    inputs: { type: 'object', properties: { euros: { type: 'integer' } } },
    steps: [step],
  })
  const buildSubject = async (euros: number) => {
    const run = await flows.start(id, { euros })
    const { waits_for } = findStep(await flows.waitForStep(run, 'go', 'waiting'), 'go')
    const { subject } = await decodeClaims(await readReceipt(waits_for.id))
    expect(subject).toMatchObject({ kind: 'workflow_step', id: expect.stringContaining(run.runId) })
    const steps = (await call('GET', `${flows.runPath(run)}/steps`)).results
    const { input } = steps.find((one: { path: string }) => one.path === 'go')
    const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
    expect([subject.sha256, input.question]).toEqual([hash, `Spend ${euros} euros?`])
    return subject
  }
  const [few, many] = [await buildSubject(5), await buildSubject(5000)]
  expect(few.sha256).not.toBe(many.sha256)
  const refused = await notify(service, mia, {
    category: 'agentNeedsInput',
    question: { kind: 'approval', subject: few },
  })
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'question.subject.kind'])
})

test('a new key signs after 90 days; both are published, and old receipts stay valid', async () => {
  const old = await readReceipt(await questionAbout())
  const before = await publishedKeys()
  expect(before.keys).toHaveLength(1)
  service.advance(90 * 86_400 + 60)
  await until('a second key', async () => (await publishedKeys()).keys.length === 2)
  const recent = await readReceipt(await questionAbout())
  const after = await publishedKeys()
  const kids = [old, recent].map((jws) => decodeProtectedHeader(jws).kid)
  expect(kids[0]).not.toBe(kids[1])
  expect(after.keys.map(({ kid }) => kid).toSorted()).toEqual(kids.toSorted())
  expect(after.keys.some(({ d }) => d !== undefined)).toBe(false)
  expect((await decodeClaims(old)).answer.value).toBe('approved')
  expect((await decodeClaims(recent)).answer.value).toBe('approved')
  // The new key alone does not verify the old receipt.
  const [newest] = after.keys
  await expect(compactVerify(old, createLocalJWKSet({ keys: [newest] } as never))).rejects.toThrow()
  const [retired] = await service.deps.db.system<{ has_private: boolean }>`
    select private_jwk is not null as has_private from receipt_keys where kid = ${kids[0] as string}`
  expect(retired).toEqual({ has_private: false })
})
