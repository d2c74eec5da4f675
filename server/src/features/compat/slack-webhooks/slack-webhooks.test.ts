import { describe, expect, test } from 'vitest'
import { expectStatus, useService, useTenant } from '../../../../test/harness.ts'
import { fromMrkdwn, toMessage } from './to-markdown.ts'

const service = useService()
const mia = useTenant(service)
const base = '/api/v1/chat/incoming-webhooks'
const messages = '/api/v1/chat/channels/agent-alerts/messages'

async function create(name = 'Build server', key = mia.key) {
  const body = await expectStatus(201, service.call('POST', base, { key, body: { name } }))
  return body as { id: string; url: string }
}

/** Posts to a webhook as a program for Slack does, without a credential. */
async function post(url: string, payload: string | object, type = 'application/json') {
  const { pathname } = new URL(url)
  const { status, text } = await service.call('POST', pathname, {
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': type },
  })
  return [status, text]
}

async function newest(key = mia.key) {
  return (await service.call('GET', `${messages}?limit=1`, { key })).body.results[0]
}

describe('posting', () => {
  test('text becomes a message of the webhook, for everyone in the channel', async () => {
    const { url } = await create()
    expect(await post(url, { text: 'Build *42* is <https://example.com/42|green>' })).toEqual([
      200,
      'ok',
    ])
    expect(await newest()).toMatchObject({
      channel: 'agent-alerts',
      author: { id: mia.userId, name: 'Build server', kind: 'agent' },
      title: null,
      text: 'Build **42** is [green](https://example.com/42)',
    })
  })

  test('blocks replace the text; a header is the title; a form has the payload in a field', async () => {
    const { url } = await create()
    const payload = JSON.stringify({
      text: 'For notifications only',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Deploy' } },
        { type: 'section', text: { type: 'mrkdwn', text: '*Done* in 3 min' } },
        {
          type: 'actions',
          elements: [
            {
              type: 'button',
              text: { type: 'plain_text', text: 'Open' },
              url: 'https://example.com/d',
            },
          ],
        },
      ],
    })
    const form = new URLSearchParams({ payload }).toString()
    expect(await post(url, form, 'application/x-www-form-urlencoded')).toEqual([200, 'ok'])
    expect(await newest()).toMatchObject({
      title: 'Deploy',
      text: '**Done** in 3 min\n\n[Open](https://example.com/d)',
    })
  })

  test('errors are words in plain text, as Slack sends them', async () => {
    const { url } = await create()
    expect(await post(url, '{')).toEqual([400, 'invalid_payload'])
    expect(await post(url, '[1]')).toEqual([400, 'invalid_payload'])
    expect(await post(url, {})).toEqual([400, 'no_text'])
    expect(await post(url, { text: '  ' })).toEqual([400, 'no_text'])
    expect(await post(url, { text: 'x'.repeat(300_000) })).toEqual([413, 'invalid_payload'])
    const wrong = url.endsWith('_') ? '-' : '_'
    expect(await post(url.slice(0, -1) + wrong, { text: 'Hi' })).toEqual([404, 'no_service'])
    expect(await post(url.replace(/\/T\d+\//, '/T999999/'), { text: 'Hi' })).toEqual([
      404,
      'no_service',
    ])
    expect(await post('http://x/services/a/b/c', { text: 'Hi' })).toEqual([404, 'no_service'])
  })

  test('a program in a loop is slowed down', async () => {
    const { url } = await create('Loop')
    const restart = service.stopClock()
    try {
      for (let sent = 0; sent < 60; sent++) {
        expect(await post(url, { text: `${sent}` })).toEqual([200, 'ok'])
      }
      expect(await post(url, { text: 'One more' })).toEqual([429, 'rate_limited'])
    } finally {
      restart()
    }
  })
})

describe('managing', () => {
  test('the list never shows the secret, and a deleted URL stops working', async () => {
    const jo = await service.tenant()
    const { id, url } = await create('CI', jo.key)
    const secret = url.split('/').at(-1) as string
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(await post(url, { text: 'Hi' })).toEqual([200, 'ok'])
    const list = await service.call('GET', base, { key: jo.key })
    expect(list.body.results).toMatchObject([{ id, name: 'CI', channel: 'agent-alerts' }])
    expect(list.body.results[0].last_used_at).not.toBeNull()
    expect(list.text).not.toContain(secret)
    await expectStatus(204, service.call('DELETE', `${base}/${id}`, { key: jo.key }))
    expect(await post(url, { text: 'Hi' })).toEqual([404, 'no_service'])
    const events = await service.events(jo.key)
    expect(events.text).not.toContain(secret)
  })

  test('400 for a wrong name, 403 for members, 404 for an unknown channel', async () => {
    await expectStatus(400, service.call('POST', base, { key: mia.key, body: { name: ' ' } }))
    const jo = await service.colleague(mia, 'member')
    await expectStatus(403, service.call('POST', base, { key: jo.key, body: { name: 'CI' } }))
    const body = { name: 'CI', channel: 'no-such-channel' }
    const nowhere = await service.call('POST', base, { key: mia.key, body })
    expect([nowhere.status, nowhere.body.code]).toEqual([404, 'channel_not_found'])
  })

  test('a webhook ends with the access of its creator', async () => {
    const jo = await service.colleague(mia, 'admin')
    const { url } = await create('Jo’s', jo.key)
    expect(await post(url, { text: 'Hi' })).toEqual([200, 'ok'])
    const member = `/api/v1/workspaces/members/${jo.userId}`
    await service.call('PATCH', member, { key: mia.key, body: { role: 'guest' } })
    expect(await post(url, { text: 'Hi' })).toEqual([403, 'action_prohibited'])
    await service.call('DELETE', member, { key: mia.key })
    expect(await post(url, { text: 'Hi' })).toEqual([404, 'no_service'])
  })
})

describe('Slack’s markup as Markdown', () => {
  test.each([
    ['*bold* and _italic_ and ~gone~', '**bold** and _italic_ and ~~gone~~'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['`*code*` and ```*block*```', '`*code*` and ```*block*```'],
    ['<https://example.com>', '<https://example.com>'],
    ['<!here> <@U123|mia> <#C1|general>', '@here mia general'],
    ['a &lt; b &amp;&amp; c', 'a < b && c'],
  ])('%s', (source, expected) => {
    expect(fromMrkdwn(source)).toBe(expected)
  })

  test('attachments, lists and images; long texts are cut', () => {
    const { text } = toMessage({
      text: 'Top',
      attachments: [{ title: 'Ticket', title_link: 'https://example.com/1', text: 'Body' }],
    })
    expect(text).toBe('Top\n\n[**Ticket**](https://example.com/1)\n\nBody')
    const list = {
      type: 'rich_text_list',
      style: 'bullet',
      elements: [
        {
          type: 'rich_text_section',
          elements: [{ type: 'text', text: 'one', style: { bold: true } }],
        },
      ],
    }
    const rich = toMessage({ blocks: [{ type: 'rich_text', elements: [list] }] })
    expect(rich.text).toBe('- **one**')
    const image = { type: 'image', image_url: 'javascript:alert(1)', alt_text: 'x' }
    expect(toMessage({ text: 'T', blocks: [image] }).text).toBe('T')
    expect(toMessage({ text: 'x'.repeat(30_000) }).text).toHaveLength(20_000)
  })
})
