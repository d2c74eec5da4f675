import { expect, test } from 'vitest'
import { base } from '../../../../test/use-social.ts'
import { usePublishing } from './test-publishing.ts'
import { watchPosts } from './watch-posts.ts'

const publishing = usePublishing()
const { service, mia, mastodon, pictures, ids, create, read, waitForStatus } = publishing
const { act, createDuePost, publish, crashAfterSending, release } = publishing

test('posts with pictures, waits until they are ready, and replies with the comments', async () => {
  mastodon.settings.polls = 2
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
  const post = await waitForStatus(id, 'published')
  mastodon.settings.polls = 0
  const [status, one, two] = mastodon.statuses
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
    media_ids: [mastodon.media[0]?.id],
  })
  expect(mastodon.media[0]).toMatchObject({ type: 'image/png', description: 'Grey noise' })
  expect(one).toMatchObject({ text: 'One', in_reply_to_id: status?.id, visibility: 'unlisted' })
  expect(two).toMatchObject({ text: 'Two', in_reply_to_id: one?.id })
  expect((await service.events(mia.key)).text).toContain('social_post.published')
})

test('after a crash between sending and recording, the one post is found', async () => {
  const id = await createDuePost('mastodon', 'Sent, then dead')
  await crashAfterSending(id)
  // No other worker may claim it while the lease is valid.
  await publish(id)
  expect(await read(id)).toMatchObject({ status: 'publishing', attempts: 1 })
  service.advance(61)
  await publish(id)
  const post = await read(id)
  const there = mastodon.statuses.filter(({ text }) => text === 'Sent, then dead')
  expect(there).toHaveLength(1)
  expect(post).toMatchObject({ status: 'published', url: there[0]?.url, attempts: 2 })
  await publish(id)
  expect(mastodon.statuses.filter(({ text }) => text === 'Sent, then dead')).toHaveLength(1)
})

test('after a crash, it is found among the statuses if the server has forgotten the key', async () => {
  const id = await createDuePost('mastodon', 'Sent, and long forgotten')
  await crashAfterSending(id)
  mastodon.forgetKeys()
  service.advance(2 * 3600)
  await publish(id)
  const there = mastodon.statuses.filter(({ text }) => text.endsWith('long forgotten'))
  expect(there).toHaveLength(1)
  expect(await read(id)).toMatchObject({ status: 'published', url: there[0]?.url })
})

test('if the outcome is unknown, it fails, says so, and waits for a person', async () => {
  const options = { additional: { mastodon: { visibility: 'direct' } } }
  const id = await createDuePost('mastodon', 'Who knows', options)
  await crashAfterSending(id)
  mastodon.forgetKeys()
  service.advance(2 * 3600)
  await publish(id)
  const failed = await read(id)
  expect(failed).toMatchObject({ status: 'failed', outcome_unknown: true })
  expect(failed.error).toContain('It may have been published anyway')
  expect(mastodon.statuses.filter(({ text }) => text === 'Who knows')).toHaveLength(1)
  await publish(id)
  await watchPosts(service.deps)
  expect((await read(id)).status).toBe('failed')
  expect((await act(id, 'retry')).body).toMatchObject({ status: 'scheduled', error: null })
  expect(await waitForStatus(id, 'published')).toMatchObject({ outcome_unknown: false })
})

test('a lost response is requested again with the same key', async () => {
  mastodon.settings.next.push('hang up')
  const id = await createDuePost('mastodon', 'Lost answer')
  await publish(id)
  const waiting = await read(id)
  expect(waiting.status).toBe('publishing')
  expect(waiting.error).toContain('Mastodon')
  for (const what of ['cancel', 'retry']) expect((await act(id, what)).status).toBe(409)
  await release(id)
  service.advance(70)
  await waitForStatus(id, 'published')
  expect(mastodon.statuses.filter(({ text }) => text === 'Lost answer')).toHaveLength(1)
})

test('a refusal fails at once and notifies the author; once fixed, it can be retried', async () => {
  const no = { status: 422, body: { error: 'Validation failed: Text is rude' } }
  mastodon.settings.next.push(no)
  const id = await create('mastodon', 'Rude')
  const failed = await waitForStatus(id, 'failed')
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
  await waitForStatus(id, 'published')
  expect(mastodon.statuses.at(-1)?.text).toBe('Kind')
  const late = await service.call('PUT', `${base}/update-post`, { key: mia.key, body: change })
  expect([late.status, late.body.code]).toEqual([409, 'social_post_published'])
  expect((await act(id, 'retry')).body.code).toBe('social_post_not_failed')
})

test('if a comment is refused, the post stays published and only the rest is retried', async () => {
  const id = await createDuePost('mastodon', 'Out', { comments: ['In', 'Last'] })
  mastodon.settings.next.push('take', { status: 422, body: { error: 'Not you' } })
  await publish(id)
  const half = await read(id)
  expect(half).toMatchObject({ status: 'failed', url: mastodon.statuses.at(-1)?.url })
  expect(half.error).toBe(
    'The post was published, but comment 1 of 2 was not: Mastodon answered 422: Not you',
  )
  const body = { post_id: id, message: 'Too late' }
  const late = await service.call('PUT', `${base}/update-post`, { key: mia.key, body })
  expect(late.body.code).toBe('social_post_published')
  await act(id, 'retry')
  expect(await waitForStatus(id, 'published')).toMatchObject({ comments_published: 2 })
  expect(mastodon.statuses.slice(-3).map(({ text }) => text)).toEqual(['Out', 'In', 'Last'])
})

test('honours Retry-After', async () => {
  const id = await createDuePost('mastodon', 'Patient')
  mastodon.settings.next.push({ status: 429, body: {}, headers: { 'retry-after': '300' } })
  await publish(id)
  expect((await read(id)).error).toBe('Mastodon asked us to wait 300 seconds.')
  service.advance(290)
  await publish(id)
  expect((await read(id)).status).toBe('publishing')
  service.advance(10)
  await publish(id)
  expect((await read(id)).status).toBe('published')
})
