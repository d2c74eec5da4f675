import { describe, expect, test } from 'vitest'
import { useHttpServer } from '../../../../test/local-servers.ts'
import { base } from '../../../../test/use-social.ts'
import { usePublishing } from './test-publishing.ts'
import { watchPosts } from './watch-posts.ts'

const publishing = usePublishing()
const { service, mia, bluesky, receiver, pictures, ids, create, read } = publishing
const { waitForStatus, act, createDuePost, publish, crashAfterSending } = publishing

const shop = useHttpServer((request, response) => {
  const isPage = request.url === '/mugs'
  response.writeHead(200, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'text/plain' })
  response.end('<title>Mugs</title><meta property="og:description" content="From clay">')
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
    const post = await waitForStatus(id, 'published')
    const [first, one, two] = bluesky.posts
    expect(post.url).toBe(`https://bsky.app/profile/${bluesky.handle}/post/${first?.rkey}`)
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
    expect(bluesky.blobs[0]?.bytes.length).toBeLessThanOrEqual(1_000_000)
    const root = { uri: first?.uri, cid: first?.cid }
    expect(one?.record.reply).toEqual({ root, parent: root })
    expect(two?.record.reply).toEqual({ root, parent: { uri: one?.uri, cid: one?.cid } })
  })

  test('after a crash between sending and recording, the one post is found', async () => {
    const id = await createDuePost('bluesky', 'Sent, then dead')
    await crashAfterSending(id)
    service.advance(61)
    await publish(id)
    const there = bluesky.posts.filter(({ record }) => record.text === 'Sent, then dead')
    expect(there).toHaveLength(1)
    expect((await read(id)).url).toContain(there[0]?.rkey)
  })

  test('two concurrent sends create one post', async () => {
    const id = await createDuePost('bluesky', 'Twice at once')
    const written = bluesky.written()
    await Promise.all([publish(id), publish(id), publish(id)])
    await waitForStatus(id, 'published')
    expect(bluesky.posts.filter(({ record }) => record.text === 'Twice at once')).toHaveLength(1)
    expect(bluesky.written()).toBe(written + 1)
  })

  test('errors name media that cannot be fetched or are not images', async () => {
    const errors: string[] = []
    for (const path of ['text', 'gone']) {
      const media = [`${pictures.url}/small.png`, `${pictures.url}/${path}`]
      errors.push((await waitForStatus(await create('bluesky', path, { media }), 'failed')).error)
    }
    expect(errors[0]).toBe('Media file 2: this is not an image, video or audio file.')
    expect(errors[1]).toContain('Media file 2: The server returned status 404')
    expect(bluesky.posts.some(({ record }) => ['text', 'gone'].includes(record.text))).toBe(false)
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
    const post = await waitForStatus(id, 'published')
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
    const id = await createDuePost('webhook', 'Again')
    await crashAfterSending(id)
    service.advance(61)
    await publish(id)
    const calls = receiver.calls.filter(({ data }) => data.message === 'Again')
    expect(calls.map(({ data }) => data.repeated)).toEqual([false, true])
    expect(receiver.posts.filter(({ data }) => data.message === 'Again')).toHaveLength(1)
  })

  test('it is retried for a while, then fails', async () => {
    const id = await createDuePost('webhook', 'Nobody home')
    for (let attempt = 1; attempt <= 8; attempt++) {
      receiver.next.push(503)
      await publish(id)
      // The retry that it planned; here, each one is made by hand.
      await service.deps.db.system`delete from jobs where queue = 'social-publish'`
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
    await waitForStatus(id, 'published')
  })

  test('a post that was moved, cancelled or deleted is not sent by its old job', async () => {
    const moved = await createDuePost('webhook', 'Moved')
    const body = { post_id: moved, date: '2041-01-01 10:00' }
    await service.call('PUT', `${base}/update-post`, { key: mia.key, body })
    const cancelled = await createDuePost('webhook', 'Cancelled')
    await act(cancelled, 'cancel')
    const deleted = await createDuePost('webhook', 'Deleted')
    const ids = { post_ids: [deleted] }
    await service.call('POST', `${base}/delete-post`, { key: mia.key, body: ids })
    for (const id of [moved, cancelled, deleted]) await publish(id)
    await watchPosts(service.deps)
    const sent = receiver.calls.map(({ data }) => data.message)
    for (const message of ['Moved', 'Cancelled', 'Deleted']) expect(sent).not.toContain(message)
    expect((await read(moved)).status).toBe('scheduled')
  })

  test('an account that was switched off or disconnected in the meantime posts nothing', async () => {
    const id = await createDuePost('webhook', 'Off')
    const path = `${base}/accounts/${ids.webhook}`
    const turn = (is_active: boolean) =>
      service.call('PATCH', path, { key: mia.key, body: { is_active } })
    await turn(false)
    await publish(id)
    expect((await read(id)).error).toBe('The account is switched off.')
    expect((await act(id, 'retry')).body.code).toBe('social_account_inactive')
    await turn(true)
    const gone = await createDuePost('webhook', 'Gone')
    await service.call('DELETE', path, { key: mia.key })
    await publish(gone)
    expect((await read(gone)).error).toBe('The account has been disconnected.')
    expect(receiver.calls.some(({ data }) => ['Off', 'Gone'].includes(data.message))).toBe(false)
  })
})

test('the card of a link is read for the preview, and Bluesky gets it with the post', async () => {
  const link = `${shop.url}/mugs`
  const read = (url: string, key?: string) =>
    service.call('GET', `${base}/link-card?url=${encodeURIComponent(url)}`, { key: key ?? '' })
  const { status, body } = await read(link, mia.key)
  const card = { title: 'Mugs', description: 'From clay' }
  expect([status, body]).toEqual([200, { url: link, ...card }])
  expect((await read(link)).status).toBe(401)
  const guest = await service.colleague(mia, 'guest')
  expect((await read(link, guest.key)).status).toBe(403)
  expect((await read('ftp://shop.example.com', mia.key)).status).toBe(400)
  for (const url of [`${shop.url}/text`, 'http://10.0.0.1/', 'http://127.0.0.1:1/']) {
    const refused = await read(url, mia.key)
    expect([url, refused.status, refused.body.code]).toEqual([url, 422, 'link_unreadable'])
  }
  const id = await create('bluesky', `Look: ${link}.`)
  await waitForStatus(id, 'published')
  const { record } = bluesky.posts.find(({ record: one }) => one.text.startsWith('Look: ')) ?? {}
  expect(record.embed).toEqual({
    $type: 'app.bsky.embed.external',
    external: { uri: link, ...card },
  })
})
