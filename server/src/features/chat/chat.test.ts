import { describe, expect, test } from 'vitest'
import { channel, missing, useChat } from './test-chat.ts'

const { service, mia, call, postMessage, waitForEvents } = useChat()

describe('channels', () => {
  test('agent-alerts is in every workspace, with its messages', async () => {
    const before = (await call('GET', '/api/v1/chat/channels')).body
    expect(before).toEqual({
      count: 1,
      results: [
        {
          name: 'agent-alerts',
          description: expect.stringContaining('agents'),
          messages_count: 0,
          last_message_at: null,
        },
      ],
    })
    await call('POST', channel, { text: 'One' })
    const last = await call('POST', channel, { text: 'Two' })
    const { results } = (await call('GET', '/api/v1/chat/channels')).body
    expect(results[0]).toMatchObject({
      messages_count: 2,
      last_message_at: last.body.created_at,
    })
  })

  test('a channel that the server posted to is listed too', async () => {
    await postMessage({ channel: 'releases' })
    const { results } = (await call('GET', '/api/v1/chat/channels')).body
    expect(results.map(({ name }: { name: string }) => name)).toEqual(['agent-alerts', 'releases'])
    const path = '/api/v1/chat/channels/releases/messages'
    expect((await call('GET', path)).body.results).toHaveLength(1)
    const jo = await service.tenant()
    expect((await call('GET', path, undefined, jo)).body.code).toBe('channel_not_found')
    expect((await call('POST', path, { text: 'Hi' }, jo)).status).toBe(404)
  })
})

describe('messages', () => {
  test('are written by people and agents, stored exactly, and published as events', async () => {
    const text = '# Look\n\n<!channel> **now** \u202e 👩‍👩‍👧‍👦 '
    const { status, body } = await call('POST', channel, { text, title: ' Trouble ' })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        channel: 'agent-alerts',
        author: { id: mia.userId, name: 'Test key', kind: 'agent' },
        title: 'Trouble',
        text,
        link: null,
        cta_label: null,
        notification_id: null,
        extra: {},
        created_at: expect.any(String),
      },
    ])
    expect((await call('GET', channel)).body).toEqual({ next_before: null, results: [body] })
    const [event] = await waitForEvents('chat.message', 1)
    expect(event).toMatchObject({
      object: { type: 'chat_message', id: body.id },
      data: { channel: 'agent-alerts', title: 'Trouble', author: 'Test key' },
    })
  })

  test('from notifications keep their link and all other fields, in order', async () => {
    const extra = { zebra: 1, ape: { b: [null, 1.5], a: 'x' }, event_type: 'error' }
    const notificationId = crypto.randomUUID()
    const { messageId } = await postMessage({ notificationId, extra, ctaLabel: 'Look' })
    const { text } = await call('GET', channel)
    expect(JSON.parse(text).results[0]).toMatchObject({
      id: messageId,
      author: { name: 'Scout' },
      link: '/threads/7',
      cta_label: 'Look',
      notification_id: notificationId,
    })
    expect(text).toContain(JSON.stringify(extra))
  })

  test('pages neither skip nor repeat messages while new ones are added', async () => {
    const written: string[] = []
    const write = async () => written.unshift((await call('POST', channel, { text: 'x' })).body.id)
    for (let n = 0; n < 7; n++) await write()
    // Some messages share a millisecond: then their ids decide.
    await service.deps.db.system`
      update chat_messages set created_at = '2026-01-01' where id = any(${written.slice(2, 6)}::uuid[])`
    const before = (await call('GET', channel)).body.results.map(({ id }: { id: string }) => id)
    const seen: string[] = []
    let next = ''
    do {
      const { body } = await call('GET', `${channel}?limit=2${next}`)
      seen.push(...body.results.map(({ id }: { id: string }) => id))
      next = body.next_before && `&before=${body.next_before}`
      await write()
    } while (next)
    expect(seen).toEqual(before)
    expect(seen).toHaveLength(7)
  })

  test.each([
    [{}, 'text'],
    [{ text: '' }, 'text'],
    [{ text: ' \n ' }, 'text'],
    [{ text: 'x'.repeat(20_001) }, 'text'],
    [{ text: 'x', title: '' }, 'title'],
    [{ text: 'x', title: 'x'.repeat(251) }, 'title'],
    [{ text: 7 }, 'text'],
  ])('400 for %j', async (body, field) => {
    const answer = await call('POST', channel, body)
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, field])
  })

  test('400 for an unknown `before` or an empty page', async () => {
    const jo = await service.tenant()
    const theirs = (await call('POST', channel, { text: 'x' }, jo)).body.id
    for (const query of ['before=1', `before=${missing}`, `before=${theirs}`, 'limit=0'])
      expect([query, (await call('GET', `${channel}?${query}`)).status]).toEqual([query, 400])
  })

  test('404 for unknown channels', async () => {
    for (const name of ['nothing', 'Agent-Alerts', 'agent_alerts', '%00', 'x'.repeat(81)]) {
      const path = `/api/v1/chat/channels/${name}/messages`
      const read = await call('GET', path)
      const written = await call('POST', path, { text: 'x' })
      expect([name, read.body.code, written.body.code]).toEqual([
        name,
        'channel_not_found',
        'channel_not_found',
      ])
    }
  })

  test('a guest neither reads nor writes', async () => {
    const guest = await service.colleague(mia, 'guest')
    expect((await call('GET', channel, undefined, guest)).status).toBe(403)
    expect((await call('POST', channel, { text: 'x' }, guest)).status).toBe(403)
  })
})
