import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlueskyServer, startBluesky } from '../../../test/bluesky-server.ts'
import { catchError } from '../../../test/catch-error.ts'
import { type MastodonServer, startMastodon } from '../../../test/mastodon-server.ts'
import { createSafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { Undeliverable } from '../channel.ts'
import { findFacets } from './bluesky-facets.ts'
import { messageLength, tooLong } from './message-length.ts'
import { ArrivalUnknown, type Part, usualLimits } from './network.ts'
import { openAccount } from './open-account.ts'
import { createTid } from './tid.ts'

const safeFetch = createSafeFetch({ allowCidrs: ['127.0.0.0/8'], log: { warn: () => {} } })
let now = new Date('2026-11-15T10:00:00Z')
const outside = { safeFetch, clock: () => now }
let toots: MastodonServer
let sky: BlueskyServer

beforeAll(async () => {
  toots = await startMastodon({ clock: () => now })
  sky = await startBluesky()
})

afterAll(async () => {
  await toots.close()
  await sky.close()
})

function onMastodon(access_token = toots.token) {
  return openAccount(
    { network: 'mastodon', address: toots.url, credentials: { access_token } },
    outside,
  )
}

function part(text: string, more: Partial<Part> = {}): Part {
  return {
    position: 0,
    key: Buffer.from(text).toString('hex'),
    postId: 7,
    postCreatedAt: now,
    text,
    attachments: [],
    options: {},
    replyTo: null,
    isRepeated: false,
    others: [],
    facts: {},
    ...more,
  }
}

describe('length', () => {
  test.each([
    ['mastodon', 'plain', 5],
    ['mastodon', `see https://example.com/${'x'.repeat(200)} now`, 'see '.length + 23 + 4],
    ['mastodon', 'hello @jo@mastodon.example.com', 'hello @jo'.length],
    ['mastodon', '👩‍👩‍👧‍👦é', 2],
    ['bluesky', `https://example.com/${'x'.repeat(200)}`, 220],
    ['bluesky', '🏳️‍🌈'.repeat(300), 300],
  ] as const)('on %s, case %#', (network, text, length) => {
    expect(messageLength(network, text, usualLimits[network])).toBe(length)
  })

  test('a message that is too long gets an error with the numbers', () => {
    expect(tooLong('bluesky', 'x'.repeat(300), usualLimits.bluesky)).toBeUndefined()
    expect(tooLong('bluesky', 'x'.repeat(301), usualLimits.bluesky)).toContain('301')
    expect(tooLong('bluesky', '👩‍👩‍👧‍👦'.repeat(200), usualLimits.bluesky)).toContain('bytes')
    expect(tooLong('mastodon', 'x'.repeat(501), { message: 5000, media: 4 })).toBeUndefined()
  })
})

describe('Bluesky facets', () => {
  const resolve = async (handle: string) => (handle === 'jo.example.com' ? 'did:plc:jo' : undefined)
  const shown = async (text: string) => {
    const bytes = Buffer.from(text)
    return (await findFacets(text, resolve)).map(({ index, features }) => [
      bytes.subarray(index.byteStart, index.byteEnd).toString('utf8'),
      features[0]?.uri ?? features[0]?.did ?? features[0]?.tag,
    ])
  }

  test('are counted in UTF-8 bytes, after letters of any length', async () => {
    const text = '🌳 Füße: https://example.com/straße?a=1, @jo.example.com und #Bänke!'
    expect(await shown(text)).toEqual([
      ['https://example.com/straße?a=1', 'https://example.com/straße?a=1'],
      ['@jo.example.com', 'did:plc:jo'],
      ['#Bänke', 'Bänke'],
    ])
  })

  test('ignore unknown people, numbers, email addresses, brackets around a link', async () => {
    expect(await shown('@nobody.example.com #1 mail@jo.example.com a#b @jo')).toEqual([])
    expect(await shown('(https://example.com/a_(b)) and (https://example.com/c).')).toEqual([
      ['https://example.com/a_(b)', 'https://example.com/a_(b)'],
      ['https://example.com/c', 'https://example.com/c'],
    ])
  })
})

describe('record keys', () => {
  test('are TIDs, the same for the same part and different for any other', () => {
    const keys = new Set<string>()
    for (let id = 1; id <= 3000; id++) {
      for (const position of [0, 1, 10]) keys.add(createTid(id, now, position))
    }
    expect(keys.size).toBe(9000)
    expect([...keys].every((key) => /^[234567abcdefghij][2-7a-z]{12}$/.test(key))).toBe(true)
    expect(createTid(41, now, 0)).toBe(createTid(41, new Date(now), 0))
    // The first digits are the time, so later records sort later.
    expect(createTid(1, new Date('2027-01-01'), 0) > createTid(2, now, 0)).toBe(true)
  })
})

/** Adds other statuses to the account, dated now. */
function say(count: number): void {
  const [first] = toots.statuses
  for (let at = 0; at < count; at++) {
    const [id, text] = [String(900_000 + toots.statuses.length), `Other ${at}`]
    toots.statuses.push({
      ...first,
      id,
      text,
      content: text,
      created_at: now.toISOString(),
    } as never)
  }
}

describe('Mastodon', () => {
  test('returns its account and limits', async () => {
    toots.settings.maxCharacters = 1000
    const { identity, limits } = await onMastodon().whoIsIt()
    expect(identity).toMatchObject({ id: '109', name: 'The Studio' })
    expect(identity.handle).toBe(`@studio@${new URL(toots.url).host}`)
    expect(limits).toEqual({ message: 1000, media: 4, link: 23 })
  })

  test('a wrong token is final and not in the error', async () => {
    const error = await catchError(onMastodon('wrong-token-canary').whoIsIt())
    expect(error).toBeInstanceOf(Undeliverable)
    expect(error.message).toContain('The access token is invalid')
    expect(error.message).not.toContain('canary')
  })

  test('the same key returns the same status', async () => {
    const one = await onMastodon().send(part('Once'))
    expect(await onMastodon().send(part('Once'))).toEqual(one)
    expect(toots.statuses.filter(({ text }) => text === 'Once')).toHaveLength(1)
  })

  test('a missing response leaves the outcome unknown; a clear one does not', async () => {
    toots.settings.next.push(
      'hang up',
      { status: 502, body: {} },
      { status: 422, body: { error: 'No' } },
    )
    expect(await catchError(onMastodon().send(part('Lost')))).toBeInstanceOf(ArrivalUnknown)
    expect(await catchError(onMastodon().send(part('Gateway')))).toBeInstanceOf(ArrivalUnknown)
    const clear = await catchError(onMastodon().send(part('Refused')))
    expect(clear).toBeInstanceOf(Undeliverable)
    expect(clear.message).toBe('Mastodon answered 422: No')
  })

  test('a sent post is found among the account’s statuses, despite their markup', async () => {
    const text =
      'Hello @jo@mastodon.example.com & <all>\n\nsee https://example.com/a/long/way#here #bench'
    const since = now
    const sent = await onMastodon().send(part(text))
    expect(await onMastodon().find(part(text), since)).toEqual(sent)
    now = new Date(now.getTime() + 2 * 3_600_000)
    say(60)
    expect(await onMastodon().find(part(text), since)).toEqual(sent)
    expect(await onMastodon().find(part(`${text}!`), since)).toBe('absent')
    // The same text in a reply, or in another of our posts, is a different status.
    const replyTo = { root: sent, parent: sent }
    expect(await onMastodon().find(part(text, { replyTo }), since)).toBe('absent')
    expect(await onMastodon().find(part(text, { others: [sent.id] }), since)).toBe('absent')
  })

  test('after many newer statuses the key helps for an hour; then the outcome is unknown', async () => {
    const since = now
    say(201)
    const direct = part('x', { options: { visibility: 'direct' } })
    for (const asked of [part('Never sent'), direct, part('')]) {
      expect(await onMastodon().find(asked, since)).toBe('absent')
    }
    now = new Date(now.getTime() + 2 * 3_600_000)
    for (const asked of [part('Never sent'), direct, part('')]) {
      expect(await onMastodon().find(asked, since)).toBe('unknown')
    }
  })
})

describe('Bluesky', () => {
  const onBluesky = (app_password = sky.password) =>
    openAccount(
      { network: 'bluesky', address: sky.url, credentials: { handle: sky.handle, app_password } },
      outside,
    )

  test('a wrong password is final and not in the error', async () => {
    const error = await catchError(onBluesky('wrong-canary').whoIsIt())
    expect(error).toBeInstanceOf(Undeliverable)
    expect(error.message).not.toContain('canary')
  })

  test('a repeat with different text does not replace the existing post', async () => {
    const one = await onBluesky().send(part('First'))
    const again = await onBluesky().send(part('Second'))
    expect(again).toEqual(one)
    expect(sky.posts.map(({ record }) => record.text)).toEqual(['First'])
    expect(await onBluesky().find(part('First'), now)).toEqual(one)
    expect(await onBluesky().find(part('x', { postId: 8 }), now)).toBe('absent')
  })

  test('after a lost response the post is looked up immediately', async () => {
    sky.next.push('hang up')
    const sent = await onBluesky().send(part('Lost', { postId: 9 }))
    expect(sent.id).toBe(sky.posts.at(-1)?.uri)
  })
})
