import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlueskyServer, startBluesky } from '../../../test/bluesky-server.ts'
import { type Tenant, useService } from '../../../test/harness.ts'
import { failure, type LocalServer, startHttp } from '../../../test/local-servers.ts'
import { type MastodonServer, startMastodon } from '../../../test/mastodon-server.ts'
import { type PostReceiver, startReceiver } from '../../../test/post-receiver.ts'
import { draw } from '../../../test/scenes.ts'
import { publishPost } from './publish-post.ts'
import { watchPosts } from './watch-posts.ts'

const service = useService()
const base = '/api/v1/service/social-media'
let mia: Tenant
let toots: MastodonServer
let sky: BlueskyServer
let receiver: PostReceiver
let pictures: LocalServer
let ids: { mastodon: number; bluesky: number; webhook: number }

type Network = keyof typeof ids

beforeAll(async () => {
  mia = await service.tenant()
  toots = await startMastodon({ clock: () => service.deps.clock() })
  sky = await startBluesky()
  receiver = await startReceiver()
  const noisy = await noise(900, 700)
  const small = await noise(40, 30)
  pictures = await startHttp((request, response) => {
    if (request.url === '/text') return void response.end('no picture')
    if (request.url === '/gone') return void response.writeHead(404).end()
    response.end(request.url === '/large.png' ? noisy : small)
  })
  const { handle, password: app_password } = sky
  ids = {
    mastodon: await connect({
      network: 'mastodon',
      base_url: toots.url,
      access_token: toots.token,
    }),
    bluesky: await connect({ network: 'bluesky', service_url: sky.url, handle, app_password }),
    webhook: await connect({ network: 'webhook', url: receiver.url, secret: receiver.secret }),
  }
})

afterAll(async () => {
  for (const server of [toots, sky, receiver, pictures]) await server.close()
})

/** A PNG that cannot be compressed. */
function noise(width: number, height: number): Promise<Buffer> {
  const any = () => Math.random() * 255
  const { pixels } = draw(width, height, () => [any(), any(), any()])
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

async function connect(body: object): Promise<number> {
  const answer = await service.call('POST', `${base}/accounts`, { key: mia.key, body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

async function create(network: Network, message: string, more = {}) {
  const answer = await service.call('POST', `${base}/create`, {
    key: mia.key,
    body: { message, account_ids: [ids[network]], action: 'publish', ...more },
  })
  expect([message, answer.status, answer.body.detail]).toEqual([message, 201, undefined])
  return answer.body.posts[0].id as number
}

async function read(id: number) {
  return (await service.call('GET', `${base}/posts/${id}`, { key: mia.key })).body
}

async function becomes(id: number, status: string) {
  await expect.poll(async () => (await read(id)).status).toBe(status)
  return read(id)
}

function act(id: number, what: string) {
  return service.call('POST', `${base}/posts/${id}/${what}`, { key: mia.key })
}

/** A post that is due now but has no job and is not looked for, so the test controls it. */
async function due(network: Network, message: string, more = {}): Promise<number> {
  const far = { action: 'schedule', date: '2040-01-01 10:00' }
  const id = await create(network, message, { ...far, ...more })
  const past = new Date(service.deps.clock().getTime() - 1000)
  await service.deps.db.system`
    update social_posts set date = ${past}, nudged_at = '2100-01-01' where id = ${id}`
  return id
}

/** The service may look for the post again. */
async function release(id: number): Promise<void> {
  await service.deps.db.system`update social_posts set nudged_at = null where id = ${id}`
}

function publish(id: number): Promise<void> {
  return publishPost(service.deps, { workspace_id: mia.workspaceId, post_id: id })
}

/** Blocks all writes once sending has started, as if the process had died. */
async function diesAfterSending(id: number): Promise<void> {
  await service.deps.db.system`
    create function dies() returns trigger language plpgsql as 'begin
      if old.sent -> 0 ->> ''attempted_at'' is not null then raise exception ''dead''; end if;
      return new;
    end'`
  await service.deps.db.system`
    create trigger dies before update on social_posts for each row execute function dies()`
  try {
    expect((await failure(publish(id))).message).toContain('dead')
  } finally {
    await service.deps.db.system`drop function dies cascade`
  }
}

describe('Mastodon', () => {
  test('posts with pictures, waits until they are ready, and replies with the comments', async () => {
    toots.settings.polls = 2
    const id = await create('mastodon', 'With a picture', {
      media: [{ url: `${pictures.url}/small.png`, description: 'Grey noise' }],
      comments: ['One', 'Two'],
      additional: {
        mastodon: {
          visibility: 'unlisted',
          spoiler_text: 'Noise',
          sensitive: true,
          language: 'en',
        },
      },
    })
    const post = await becomes(id, 'published')
    toots.settings.polls = 0
    const [status, one, two] = toots.statuses
    expect(post).toMatchObject({
      url: status?.url,
      error: null,
      comments_published: 2,
      attempts: 1,
    })
    expect(status).toMatchObject({
      text: 'With a picture',
      visibility: 'unlisted',
      spoiler_text: 'Noise',
      sensitive: true,
      language: 'en',
      media_ids: [toots.media[0]?.id],
    })
    expect(toots.media[0]).toMatchObject({ type: 'image/png', description: 'Grey noise' })
    expect(one).toMatchObject({ text: 'One', in_reply_to_id: status?.id, visibility: 'unlisted' })
    expect(two).toMatchObject({ text: 'Two', in_reply_to_id: one?.id })
    const seen = async () =>
      (await service.call('GET', '/api/v1/events?limit=100', { key: mia.key })).text
    await expect.poll(seen).toContain('social_post.published')
  })

  test('after a crash between sending and recording, the one post is found', async () => {
    const id = await due('mastodon', 'Sent, then dead')
    await diesAfterSending(id)
    // No other worker may claim it while the lease is valid.
    await publish(id)
    expect(await read(id)).toMatchObject({ status: 'publishing', attempts: 1 })
    service.advance(61)
    await publish(id)
    const post = await read(id)
    const there = toots.statuses.filter(({ text }) => text === 'Sent, then dead')
    expect(there).toHaveLength(1)
    expect(post).toMatchObject({ status: 'published', url: there[0]?.url, attempts: 2 })
    await publish(id)
    expect(toots.statuses.filter(({ text }) => text === 'Sent, then dead')).toHaveLength(1)
  })

  test('after a crash, it is found among the statuses if the server has forgotten the key', async () => {
    const id = await due('mastodon', 'Sent, and long forgotten')
    await diesAfterSending(id)
    toots.forgetKeys()
    service.advance(2 * 3600)
    await publish(id)
    const there = toots.statuses.filter(({ text }) => text.endsWith('long forgotten'))
    expect(there).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'published', url: there[0]?.url })
  })

  test('if the outcome is unknown, it fails, says so, and waits for a person', async () => {
    const options = { additional: { mastodon: { visibility: 'direct' } } }
    const id = await due('mastodon', 'Who knows', options)
    await diesAfterSending(id)
    toots.forgetKeys()
    service.advance(2 * 3600)
    await publish(id)
    const failed = await read(id)
    expect(failed).toMatchObject({ status: 'failed', outcome_unknown: true })
    expect(failed.error).toContain('It may have been published anyway')
    expect(toots.statuses.filter(({ text }) => text === 'Who knows')).toHaveLength(1)
    await publish(id)
    await watchPosts(service.deps)
    expect((await read(id)).status).toBe('failed')
    expect((await act(id, 'retry')).body).toMatchObject({ status: 'scheduled', error: null })
    expect(await becomes(id, 'published')).toMatchObject({ outcome_unknown: false })
  })

  test('a lost response is requested again with the same key', async () => {
    toots.settings.next.push('hang up')
    const id = await due('mastodon', 'Lost answer')
    await publish(id)
    const waiting = await read(id)
    expect(waiting.status).toBe('publishing')
    expect(waiting.error).toContain('Mastodon')
    for (const what of ['cancel', 'retry']) expect((await act(id, what)).status).toBe(409)
    await release(id)
    service.advance(70)
    await becomes(id, 'published')
    expect(toots.statuses.filter(({ text }) => text === 'Lost answer')).toHaveLength(1)
  })

  test('a refusal fails at once and notifies the author; once fixed, it can be retried', async () => {
    const no = { status: 422, body: { error: 'Validation failed: Text is rude' } }
    toots.settings.next.push(no)
    const id = await create('mastodon', 'Rude')
    const failed = await becomes(id, 'failed')
    expect(failed).toMatchObject({ outcome_unknown: false, url: null })
    expect(failed.error).toBe('Mastodon answered 422: Validation failed: Text is rude')
    const { body } = await service.call('GET', '/api/v1/notifications', { key: mia.key })
    expect(body.results[0]).toMatchObject({
      category: 'agentError',
      title: 'Posting to Mastodon failed',
      link: `/social/${id}`,
    })
    expect(body.results[0].message).toContain('Text is rude')
    const account = await service.call('GET', `${base}/accounts/${ids.mastodon}`, { key: mia.key })
    expect(account.body.last_error).toContain('rude')
    const change = { post_id: id, message: 'Kind' }
    const changed = await service.call('PUT', `${base}/update-post`, { key: mia.key, body: change })
    expect(changed.body).toMatchObject({ message: 'Kind', status: 'failed' })
    await act(id, 'retry')
    await becomes(id, 'published')
    expect(toots.statuses.at(-1)?.text).toBe('Kind')
    const late = await service.call('PUT', `${base}/update-post`, { key: mia.key, body: change })
    expect([late.status, late.body.code]).toEqual([409, 'social_post_published'])
    expect((await act(id, 'retry')).body.code).toBe('social_post_not_failed')
  })

  test('if a comment is refused, the post stays published and only the rest is retried', async () => {
    const id = await due('mastodon', 'Out', { comments: ['In', 'Last'] })
    toots.settings.next.push('take', { status: 422, body: { error: 'Not you' } })
    await publish(id)
    const half = await read(id)
    expect(half).toMatchObject({ status: 'failed', url: toots.statuses.at(-1)?.url })
    expect(half.error).toBe(
      'The post was published, but comment 1 of 2 was not: Mastodon answered 422: Not you',
    )
    const body = { post_id: id, message: 'Too late' }
    const late = await service.call('PUT', `${base}/update-post`, { key: mia.key, body })
    expect(late.body.code).toBe('social_post_published')
    await act(id, 'retry')
    expect(await becomes(id, 'published')).toMatchObject({ comments_published: 2 })
    expect(toots.statuses.slice(-3).map(({ text }) => text)).toEqual(['Out', 'In', 'Last'])
  })

  test('honours Retry-After', async () => {
    const id = await due('mastodon', 'Patient')
    toots.settings.next.push({ status: 429, body: {}, headers: { 'retry-after': '300' } })
    await publish(id)
    expect((await read(id)).error).toBe('Mastodon asked us to wait 300 seconds.')
    service.advance(290)
    await publish(id)
    expect((await read(id)).status).toBe('publishing')
    service.advance(10)
    await publish(id)
    expect((await read(id)).status).toBe('published')
  })
})

describe('Bluesky', () => {
  test('posts with links, shrinks large images, and posts comments as replies', async () => {
    const id = await create('bluesky', '🌳 See https://example.com/a, @jo.example.com #bench', {
      media: [
        { url: `${pictures.url}/large.png`, description: 'Much noise' },
        `${pictures.url}/small.png`,
      ],
      comments: ['One', 'Two'],
      additional: { bluesky: { langs: ['en'], labels: ['nudity'] } },
    })
    const post = await becomes(id, 'published')
    const [first, one, two] = sky.posts
    expect(post.url).toBe(`https://bsky.app/profile/${sky.handle}/post/${first?.rkey}`)
    const record = first?.record
    expect(record).toMatchObject({ $type: 'app.bsky.feed.post', langs: ['en'] })
    expect(record.labels).toEqual({
      $type: 'com.atproto.label.defs#selfLabels',
      values: [{ val: 'nudity' }],
    })
    expect(one?.record).not.toHaveProperty('labels')
    const facet = (kind: string) => ({ features: [{ $type: `app.bsky.richtext.facet#${kind}` }] })
    expect(record.facets).toMatchObject([facet('link'), facet('mention'), facet('tag')])
    expect(record.embed.images).toMatchObject([
      { alt: 'Much noise', image: { mimeType: 'image/jpeg' } },
      { alt: '', image: { mimeType: 'image/png' }, aspectRatio: { width: 40, height: 30 } },
    ])
    expect(sky.blobs[0]?.bytes.length).toBeLessThanOrEqual(1_000_000)
    const root = { uri: first?.uri, cid: first?.cid }
    expect(one?.record.reply).toEqual({ root, parent: root })
    expect(two?.record.reply).toEqual({ root, parent: { uri: one?.uri, cid: one?.cid } })
  })

  test('after a crash between sending and recording, the one post is found', async () => {
    const id = await due('bluesky', 'Sent, then dead')
    await diesAfterSending(id)
    service.advance(61)
    await publish(id)
    const there = sky.posts.filter(({ record }) => record.text === 'Sent, then dead')
    expect(there).toHaveLength(1)
    expect((await read(id)).url).toContain(there[0]?.rkey)
  })

  test('two concurrent sends create one post', async () => {
    const id = await due('bluesky', 'Twice at once')
    const written = sky.written()
    await Promise.all([publish(id), publish(id), publish(id)])
    await becomes(id, 'published')
    expect(sky.posts.filter(({ record }) => record.text === 'Twice at once')).toHaveLength(1)
    expect(sky.written()).toBe(written + 1)
  })

  test('errors name media that cannot be fetched or are not images', async () => {
    const errors: string[] = []
    for (const path of ['text', 'gone']) {
      const media = [`${pictures.url}/small.png`, `${pictures.url}/${path}`]
      errors.push((await becomes(await create('bluesky', path, { media }), 'failed')).error)
    }
    expect(errors[0]).toBe('Media file 2: this is not an image, video or audio file.')
    expect(errors[1]).toContain('Media file 2: The server returned status 404')
    expect(sky.posts.some(({ record }) => ['text', 'gone'].includes(record.text))).toBe(false)
  })
})

describe('a webhook', () => {
  test('gets a signed post with links to the media, and then its comments', async () => {
    const id = await create('webhook', 'News', {
      media: ['https://pictures.example/a.png'],
      tags: ['Autumn'],
      comments: ['More'],
      additional: { webhook: { section: 'home' } },
    })
    const post = await becomes(id, 'published')
    expect(post.url).toBe(`https://news.example/social_post_${id}`)
    const [news, reply] = receiver.posts.slice(-2)
    expect(news).toMatchObject({ id: `social_post_${id}`, type: 'social_post.publish' })
    expect(news?.data).toMatchObject({
      post_id: id,
      message: 'News',
      tags: ['Autumn'],
      additional: { section: 'home' },
      media: [{ url: 'https://pictures.example/a.png', description: '' }],
      repeated: false,
      reply_to: null,
    })
    expect(reply?.data).toMatchObject({ message: 'More', reply_to: `n-social_post_${id}` })
  })

  test('a possible repeat is marked and has the same id', async () => {
    const id = await due('webhook', 'Again')
    await diesAfterSending(id)
    service.advance(61)
    await publish(id)
    const calls = receiver.calls.filter(({ data }) => data.message === 'Again')
    expect(calls.map(({ data }) => data.repeated)).toEqual([false, true])
    expect(receiver.posts.filter(({ data }) => data.message === 'Again')).toHaveLength(1)
  })

  test('it is retried for a while, then fails', async () => {
    const id = await due('webhook', 'Nobody home')
    for (let attempt = 1; attempt <= 8; attempt++) {
      receiver.next.push(503)
      await publish(id)
      expect([attempt, (await read(id)).status]).toEqual([
        attempt,
        attempt < 8 ? 'publishing' : 'failed',
      ])
      service.advance(10 * 2 ** attempt)
    }
    expect(await read(id)).toMatchObject({ outcome_unknown: true, attempts: 8 })
  })
})

describe('time', () => {
  test('the watcher publishes a scheduled post when it is due, not before', async () => {
    const id = await create('webhook', 'Later', { action: 'schedule', date: '2040-01-01 10:00' })
    await publish(id)
    await watchPosts(service.deps)
    expect((await read(id)).status).toBe('scheduled')
    const past = new Date(service.deps.clock().getTime() - 6000)
    await service.deps.db.system`update social_posts set date = ${past} where id = ${id}`
    await watchPosts(service.deps)
    await becomes(id, 'published')
  })

  test('a post that was moved, cancelled or deleted is not sent by its old job', async () => {
    const moved = await due('webhook', 'Moved')
    const body = { post_id: moved, date: '2041-01-01 10:00' }
    await service.call('PUT', `${base}/update-post`, { key: mia.key, body })
    const cancelled = await due('webhook', 'Cancelled')
    await act(cancelled, 'cancel')
    const deleted = await due('webhook', 'Deleted')
    const ids = { post_ids: [deleted] }
    await service.call('POST', `${base}/delete-post`, { key: mia.key, body: ids })
    for (const id of [moved, cancelled, deleted]) await publish(id)
    await watchPosts(service.deps)
    const sent = receiver.calls.map(({ data }) => data.message)
    for (const message of ['Moved', 'Cancelled', 'Deleted']) expect(sent).not.toContain(message)
    expect((await read(moved)).status).toBe('scheduled')
  })

  test('an account that was switched off or disconnected in the meantime posts nothing', async () => {
    const id = await due('webhook', 'Off')
    const path = `${base}/accounts/${ids.webhook}`
    const turn = (is_active: boolean) =>
      service.call('PATCH', path, { key: mia.key, body: { is_active } })
    await turn(false)
    await publish(id)
    expect((await read(id)).error).toBe('The account is switched off.')
    expect((await act(id, 'retry')).body.code).toBe('social_account_inactive')
    await turn(true)
    const gone = await due('webhook', 'Gone')
    await service.call('DELETE', path, { key: mia.key })
    await publish(gone)
    expect((await read(gone)).error).toBe('The account has been disconnected.')
    expect(receiver.calls.some(({ data }) => ['Off', 'Gone'].includes(data.message))).toBe(false)
  })
})
