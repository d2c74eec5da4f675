import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../../test/soak.ts'
import { chatKinds } from './chat-post.ts'
import { chatPayload } from './send-chat.ts'
import { toMrkdwn } from './slack-markdown.ts'
import { action, message, useChatPosts } from './test-chat-posts.ts'

const { chats, send, sendAndRead } = useChatPosts()

describe('payloads', () => {
  test('to Slack: blocks with a button, and text for previews', async () => {
    expect(await sendAndRead('slack')).toEqual({
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
    const bare = await sendAndRead('slack', { title: null, action: null })
    expect(bare.blocks.map(({ type }: { type: string }) => type)).toEqual(['section', 'context'])
  })

  test('to Mattermost: an attachment with the Markdown as it is', async () => {
    expect(await sendAndRead('mattermost')).toEqual({
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
    expect(await sendAndRead('discord')).toEqual({
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
      const payload = JSON.stringify(await sendAndRead(kind, { title: ' \n', author: ' ' }))
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
        const payload = JSON.stringify(await sendAndRead(kind, { action: { label: 'Go', url } }))
        expect([kind, payload.includes(url)]).toEqual([kind, false])
      }
  })
})

test('payloads can be built without sending them', async () => {
  expect(await chatPayload('discord', message())).toHaveProperty('embeds')
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
        embeds: [
          { ...(await sendAndRead('discord')).embeds[0], description: '[a](https://b.example)' },
        ],
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
    expect((await sendAndRead('mattermost', { text, action: null })).attachments[0].text).toBe(text)
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
    const shown = shownBy[kind](await sendAndRead(kind, { text: long })).join('\n')
    expect(shown.length).toBeGreaterThan(least)
    expect(shown).toMatch(/\b(Twelve|agents|walk|into|a|bar\.)… \(whole message: <?https:/)
    const alone = shownBy[kind](await sendAndRead(kind, { text: long, action: null })).join('\n')
    if (kind !== 'slack') expect(alone).toContain('… (the whole message is in agent-alerts)')
  })

  test('code that is cut is closed, in every section', async () => {
    const text = `\`\`\`\n${'const answer = 42 // of 42\n'.repeat(1000)}\`\`\``
    for (const kind of chatKinds) {
      for (const part of shownBy[kind](await sendAndRead(kind, { text }))) {
        expect([kind, (part?.match(/^```/gm) ?? []).length % 2]).toEqual([kind, 0])
      }
    }
  })

  test('links and escaped characters are not split', async () => {
    const text = '[a label](https://x.example/?a=1&b=2)&&&'.repeat(500)
    for (const section of shownBy.slack(await sendAndRead('slack', { text }))) {
      const rest = section?.replace(/<https:[^<>|]+(\|[^<>]+)?>/g, '').replace(/&(amp|lt|gt);/g, '')
      expect(rest).not.toMatch(/[<>&]/)
    }
  })

  test('a title is cut between words, and no character is split', async () => {
    const title = `${'Wort & '.repeat(60)}`
    const { blocks } = await sendAndRead('slack', { title })
    expect(blocks[0].text.text).toMatch(/Wort( &amp;)?…$/)
    const [embed] = (await sendAndRead('discord', { title: '👩‍👩‍👧‍👦'.repeat(60) })).embeds
    expect(embed.title.replaceAll('👩‍👩‍👧‍👦', '')).toBe('…')
  })
})
