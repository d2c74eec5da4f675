import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatServer, startChat } from '../../../test/chat-servers.ts'
import { failure, startHttp } from '../../../test/local-servers.ts'
import { sample, seed } from '../../../test/soak.ts'
import { createSafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { TryLater, Undeliverable } from '../channel.ts'
import { type ChatKind, type ChatPost, chatKinds } from './chat-post.ts'
import { chatPayload, sendToChat, WebhookGone } from './send-chat.ts'
import { toMrkdwn } from './slack-markdown.ts'

const log = { warn: () => {} }
const safeFetch = createSafeFetch({ allowCidrs: ['127.0.0.1/32'], log })
const chats = {} as Record<ChatKind, ChatServer>

beforeAll(async () => {
  for (const kind of chatKinds) chats[kind] = await startChat(kind)
})
afterAll(() => Promise.all(chatKinds.map((kind) => chats[kind].close())))
beforeEach(() => {
  for (const kind of chatKinds)
    Object.assign(chats[kind], { received: [], mentions: [], answer: undefined })
})

const action = { label: 'Open the report', url: 'https://atelier.example/reports/7?a=1&b=2' }

function message(changes: Partial<ChatPost> = {}): ChatPost {
  return {
    channel: 'agent-alerts',
    title: 'The newsletter was not sent',
    text: 'The provider refuses the **sender**.',
    action,
    author: 'Scout',
    workspaceName: 'Northwind',
    createdAt: new Date('2026-11-15T09:30:00Z'),
    ...changes,
  }
}

function send(kind: ChatKind, changes: Partial<ChatPost> = {}): Promise<void> {
  const url = `${chats[kind].url}/services/T000/B000/canary-secret`
  return sendToChat(safeFetch, { kind, url }, message(changes))
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into what was sent
async function sent(kind: ChatKind, changes: Partial<ChatPost> = {}): Promise<any> {
  await send(kind, changes)
  return chats[kind].received.at(-1)
}

describe('payloads', () => {
  test('to Slack: blocks with a button, and text for previews', async () => {
    expect(await sent('slack')).toEqual({
      text: '*The newsletter was not sent*\nThe provider refuses the *sender*.',
      blocks: [
        {
          type: 'header',
          text: { type: 'plain_text', text: 'The newsletter was not sent', emoji: false },
        },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: 'The provider refuses the *sender*.', verbatim: true },
        },
        {
          type: 'context',
          elements: [{ type: 'mrkdwn', text: 'Scout · Northwind · agent-alerts', verbatim: true }],
        },
        {
          type: 'actions',
          elements: [
            {
              type: 'button',
              text: { type: 'plain_text', text: 'Open the report', emoji: false },
              url: action.url,
            },
          ],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    })
    const bare = await sent('slack', { title: null, action: null })
    expect(bare.blocks.map(({ type }: { type: string }) => type)).toEqual(['section', 'context'])
  })

  test('to Mattermost: an attachment with the Markdown as it is', async () => {
    expect(await sent('mattermost')).toEqual({
      username: 'Scout',
      text: 'Scout in agent-alerts of Northwind',
      attachments: [
        {
          fallback: 'The newsletter was not sent',
          color: '#5b5bd6',
          title: 'The newsletter was not sent',
          title_link: action.url,
          text: `The provider refuses the **sender**.\n\nOpen the report: ${action.url}`,
        },
      ],
    })
  })

  test('to Discord: an embed that calls nobody', async () => {
    expect(await sent('discord')).toEqual({
      embeds: [
        {
          author: { name: 'Scout' },
          title: 'The newsletter was not sent',
          url: action.url,
          description: `The provider refuses the **sender**.\n\nOpen the report: ${action.url}`,
          color: 0x5b5bd6,
          timestamp: '2026-11-15T09:30:00.000Z',
          footer: { text: 'Northwind · agent-alerts' },
        },
      ],
      allowed_mentions: { parse: [] },
    })
  })

  test('blank fields are left out: chat services reject them', async () => {
    for (const kind of chatKinds) {
      const payload = JSON.stringify(await sent(kind, { title: ' \n', author: ' ' }))
      expect([kind, payload.includes('Atelier')]).toEqual([kind, true])
    }
  })

  test('an action with an unsafe URL is left out', async () => {
    for (const url of [
      'javascript:alert(1)',
      'no address',
      `https://x.example/${'x'.repeat(3000)}`,
    ])
      for (const kind of chatKinds) {
        const payload = JSON.stringify(await sent(kind, { action: { label: 'Go', url } }))
        expect([kind, payload.includes(url)]).toEqual([kind, false])
      }
  })
})

describe('Markdown for Slack', () => {
  test.each([
    ['**bold** and *italic*, __both__ _ways_', '*bold* and _italic_, *both* _ways_'],
    ['***all***, ~~gone~~, `a < b && c`', '_*all*_, ~gone~, `a &lt; b &amp;&amp; c`'],
    ['half**way**there', 'half\u200b*way*\u200bthere'],
    ['**two\nlines**', '*two*\n*lines*'],
    ['# A **big** heading\ntext', '*A big heading*\n\ntext'],
    ['[a report](https://x.example/a?b=1&c=|)', '<https://x.example/a?b=1&amp;c=%7C|a report>'],
    ['see https://x.example/y, or report.md', 'see <https://x.example/y>, or report.md'],
    ['![chart](https://x.example/c.png)', '<https://x.example/c.png|chart>'],
    ['[relative](/boards/1)', 'relative'],
    ['- a\n- b\n  1. c\n  2. d\n- e', '• a\n• b\n    1. c\n    2. d\n• e'],
    ['3. three\n4. four', '3. three\n4. four'],
    ['> said **he**\n> twice', '> said *he*\n> twice'],
    ['```js\nif (a < b) `x`\n```', '```\nif (a &lt; b) `x`\n```'],
    ['| a | b |\n|---|---|\n| 1 | **2** |', 'a | b\n1 | *2*'],
    ['<b>html</b> &amp; &copy;', '&lt;b&gt;html&lt;/b&gt; &amp; ©'],
    ['\\*plain\\* 2 * 3', '*plain* 2 * 3'],
    ['[x]: https://x.example', '[x]: https://x.example'],
  ])('%j', (markdown, mrkdwn) => {
    expect(toMrkdwn(markdown)).toBe(mrkdwn)
  })

  test('a label that names another site does not hide the target of the link', () => {
    expect(toMrkdwn('[bank.example](https://evil.example/x)')).toBe(
      'bank.example (<https://evil.example/x>)',
    )
    expect(toMrkdwn('[x.example/help](https://x.example/help)')).toBe(
      '<https://x.example/help|x.example/help>',
    )
  })
})

describe('nothing triggers a mention', () => {
  const attacks = [
    '<!channel>',
    '<!here|here>',
    '<!everyone>',
    '<@U012AB3CD>',
    '<#C012AB3CD>',
    '<!subteam^S01|@admins>',
    '&lt;!channel&gt;',
    '[x](!channel)',
    '[x](@U012AB3CD)',
    '[<!channel>](https://x.example)',
    '![<!here>](https://x.example)',
    '`<!channel>`',
    '```\n<!channel>\n```',
    '@all @channel @here @mia',
    '(@all) -@here .@channel _@all_ e\u0301@all',
    '&commat;all &#64;here &#x40;channel &#0064;all',
    '\\@all @&#97;ll',
    'https://x.example/@all',
    '[@all](https://x.example)',
    '@everyone <@&123> <@123>',
    '[your bank](https://evil.example)',
    '[https://bank.example](<https://evil.example>)',
    '[a](https://evil.example "title") [b]( https://evil.example )',
    '[[x]](https://evil.example) [a\\]](https://evil.example)',
  ]

  test.each(attacks)('%j', async (attack) => {
    const texts = { title: attack, text: attack, author: attack, workspaceName: attack }
    for (const kind of chatKinds) {
      await send(kind, { ...texts, action: { label: attack, url: action.url } })
      expect([kind, chats[kind].mentions]).toEqual([kind, []])
    }
  })

  test('the test receivers do detect real mentions', async () => {
    const plain = {
      slack: { text: 'hi <!channel>', blocks: [] },
      mattermost: { text: '\\@all', attachments: [{ text: '<!here>' }] },
      discord: {
        embeds: [{ ...(await sent('discord')).embeds[0], description: '[a](https://b.example)' }],
      },
    }
    const seen = {
      slack: ['<!channel>'],
      mattermost: ['@all', '@here'],
      discord: ['@everyone', '[a](https://b.example)'],
    }
    for (const kind of chatKinds) {
      chats[kind].mentions.length = 0
      await fetch(chats[kind].url, { method: 'POST', body: JSON.stringify(plain[kind]) })
      expect([kind, new Set(chats[kind].mentions)]).toEqual([kind, new Set(seen[kind])])
    }
  })

  test('any mixture of these, of any length, is accepted and mentions nobody', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...attacks,
        '**',
        '_',
        '~~',
        '`',
        '```\n',
        '\n\n',
        '> ',
        '- ',
        '# ',
        '|',
        ' ',
      ),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '&<>'.repeat(500),
        'word '.repeat(900),
        'x'.repeat(4000),
        '👩‍👩‍👧‍👦'.repeat(300),
      ),
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
    const post = fc.record({ text, title: fc.option(text), author: text, workspaceName: text })
    await fc.assert(
      fc.asyncProperty(post, async (changes) => {
        for (const kind of chatKinds) {
          await send(kind, { ...changes, text: `${changes.text}.` })
          expect([kind, chats[kind].mentions]).toEqual([kind, []])
        }
      }),
      { numRuns: sample(15, 300), seed },
    )
  })

  test('email addresses stay unchanged', async () => {
    const text = 'Write to mia@example.com'
    expect((await sent('mattermost', { text, action: null })).attachments[0].text).toBe(text)
  })
})

describe('a text that is too long', () => {
  const long = 'Twelve agents walk into a bar. '.repeat(3000)
  const shownBy = {
    slack: (payload: { blocks: { text?: { text: string } }[] }) =>
      payload.blocks.slice(1, -2).map((block) => block.text?.text),
    mattermost: (payload: { attachments: { text: string }[] }) => [payload.attachments[0]?.text],
    discord: (payload: { embeds: { description: string }[] }) => [payload.embeds[0]?.description],
  }

  test.each([
    ['slack', 8000],
    ['mattermost', 14_500],
    ['discord', 3800],
  ] as const)('%s gets the text cut at a word, with a link to the rest', async (kind, least) => {
    const shown = shownBy[kind](await sent(kind, { text: long })).join('\n')
    expect(shown.length).toBeGreaterThan(least)
    expect(shown).toMatch(/\b(Twelve|agents|walk|into|a|bar\.)… \(whole message: <?https:/)
    const alone = shownBy[kind](await sent(kind, { text: long, action: null })).join('\n')
    if (kind !== 'slack') expect(alone).toContain('… (the whole message is in agent-alerts)')
  })

  test('code that is cut is closed, in every section', async () => {
    const text = `\`\`\`\n${'const answer = 42 // of 42\n'.repeat(1000)}\`\`\``
    for (const kind of chatKinds) {
      for (const part of shownBy[kind](await sent(kind, { text }))) {
        expect([kind, (part?.match(/^```/gm) ?? []).length % 2]).toEqual([kind, 0])
      }
    }
  })

  test('links and escaped characters are not split', async () => {
    const text = '[a label](https://x.example/?a=1&b=2)&&&'.repeat(500)
    for (const section of shownBy.slack(await sent('slack', { text }))) {
      const rest = section?.replace(/<https:[^<>|]+(\|[^<>]+)?>/g, '').replace(/&(amp|lt|gt);/g, '')
      expect(rest).not.toMatch(/[<>&]/)
    }
  })

  test('a title is cut between words, and no character is split', async () => {
    const title = `${'Wort & '.repeat(60)}`
    const { blocks } = await sent('slack', { title })
    expect(blocks[0].text.text).toMatch(/Wort( &amp;)?…$/)
    const [embed] = (await sent('discord', { title: '👩‍👩‍👧‍👦'.repeat(60) })).embeds
    expect(embed.title.replaceAll('👩‍👩‍👧‍👦', '')).toBe('…')
  })
})

describe('responses of the chat service', () => {
  const answered = async (
    kind: ChatKind,
    status: number,
    body: string,
    headers: Record<string, string> = {},
  ) => {
    chats[kind].answer = (_, res) => res.writeHead(status, headers).end(body)
    return failure(send(kind))
  }

  test('2xx is a success, whatever the body', async () => {
    for (const body of ['ok', '', 'x'.repeat(5_000_000)]) {
      chats.slack.answer = (_, res) =>
        res.writeHead(200, { 'content-length': body.length }).end(body)
      await send('slack')
    }
    // A response body that never ends does not block the sender.
    chats.discord.answer = (_, res) => res.writeHead(200).write('{')
    await send('discord')
  })

  test('429 sets a delay: by a header, a date, or Discord’s JSON', async () => {
    const seconds = async (...args: Parameters<typeof answered>) => {
      const error = await answered(...args)
      expect(error).toBeInstanceOf(TryLater)
      return (error as unknown as TryLater).afterSeconds
    }
    expect(await seconds('slack', 429, 'rate_limited', { 'retry-after': '30' })).toBe(30)
    const json = JSON.stringify({ message: 'You are being rate limited.', retry_after: 64.57 })
    expect(await seconds('discord', 429, json, { 'retry-after': '65' })).toBe(65)
    expect(await seconds('discord', 429, '{"retry_after": 0.3}')).toBe(1)
    const date = new Date(Date.now() + 90_000).toUTCString()
    expect(await seconds('mattermost', 429, '', { 'retry-after': date })).toBeGreaterThan(60)
    expect(await seconds('mattermost', 429, '<html>')).toBe(30)
    expect(await seconds('slack', 429, '', { 'retry-after': '99999999' })).toBe(86_400)
  })

  test.each([
    ['slack', 404, 'no_service', WebhookGone, 'Slack answered 404: no_service'],
    ['slack', 410, 'channel_is_archived', WebhookGone, 'Slack answered 410: channel_is_archived'],
    ['slack', 403, 'action_prohibited', Undeliverable, 'Slack answered 403: action_prohibited'],
    ['slack', 400, 'invalid_token', Undeliverable, 'Slack answered 400: invalid_token'],
    ['discord', 401, '{"message": "401: Unauthorized"}', Undeliverable, '401: Unauthorized'],
    ['discord', 404, '{"message": "Unknown Webhook"}', WebhookGone, 'Unknown Webhook'],
    [
      'mattermost',
      400,
      '{"id": "web.incoming_webhook.invalid.app_error", "message": "Invalid webhook"}',
      Undeliverable,
      'Mattermost answered 400: Invalid webhook',
    ],
  ] as const)('%s %i %s is final', async (kind, status, body, type, words) => {
    const error = await answered(kind, status, body)
    expect(error).toBeInstanceOf(type)
    expect(error instanceof WebhookGone).toBe(status === 404 || status === 410)
    expect(error.message).toContain(words)
  })

  test.each([
    ['slack', 500, 'rollup_error'],
    ['slack', 400, 'invalid_payload'],
    ['mattermost', 503, '<html>busy</html>'],
    ['discord', 304, ''],
  ] as const)('%s %i %s is retryable', async (kind, status, body) => {
    const error = await answered(kind, status, body)
    expect([error instanceof Undeliverable, error instanceof TryLater]).toEqual([false, false])
    expect(error.message).toContain(String(status))
    expect(error.message).not.toContain('<')
  })

  test('the error is one short line without the secret of the URL', async () => {
    const body = `no\u0000 such\nhook /services/T000/B000/canary-secret ${'x '.repeat(5000)}`
    const { message } = await answered('slack', 403, body)
    expect(message.length).toBeLessThan(250)
    expect(message).toMatch(/^Slack answered 403: no such hook/)
    expect(message).not.toContain('canary')
  })

  test('redirects are rejected, and nothing is sent to their target', async () => {
    const elsewhere = await startHttp((_, res) => res.end('ok'))
    for (const location of [elsewhere.url, '/other-hook']) {
      chats.slack.answer = ({ url }, res) =>
        url === '/other-hook' ? res.end('ok') : res.writeHead(307, { location }).end()
      expect(await failure(send('slack'))).toBeInstanceOf(Undeliverable)
    }
    expect(elsewhere.connections()).toBe(0)
    await elsewhere.close()
  })

  test('an unreachable server is retryable', async () => {
    const gone = await startHttp((_, res) => res.end())
    await gone.close()
    const error = await failure(sendToChat(safeFetch, { kind: 'slack', url: gone.url }, message()))
    expect(error).not.toBeInstanceOf(Undeliverable)
  })
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:1/',
  'http://[::1]/',
  'http://2130706433/',
  'http://[::ffff:10.0.0.1]/',
  'http://100.100.100.200/',
  'http://localhost/',
  'file:///etc/passwd',
  'https://user:secret@example.com/',
])('%s is rejected for good, with advice for the operator', async (url) => {
  const strict = createSafeFetch({ allowCidrs: [], log })
  const error = await failure(sendToChat(strict, { kind: 'slack', url }, message()))
  expect(error).toBeInstanceOf(Undeliverable)
  expect(error.message).not.toContain('secret')
  if (/^http:/.test(url)) expect(error.message).toContain('ATELIER_ALLOW_CIDRS')
})

test('payloads can be built without sending them', async () => {
  expect(await chatPayload('discord', message())).toHaveProperty('embeds')
})
