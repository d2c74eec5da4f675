import { describe, expect, test } from 'vitest'
import { base, useSocial } from '../../../../test/use-social.ts'

const { world, service, create, get, put, post, createWorkspace, expectEvents } = useSocial()

describe('change', () => {
  async function draft(more = {}) {
    const { body } = await create({ message: 'Before', account_ids: [world.news], ...more })
    return body.posts[0]
  }

  test('200 update-draft changes what is given, with ids as text, and honours If-Match', async () => {
    const { id } = await draft({ tags: ['kept'], date: '2027-06-01 09:30', tz: 'Europe/Berlin' })
    const { headers } = await get(`/drafts/${id}`)
    const ifMatch = { 'if-match': headers.etag as string }
    const changed = await put('/update-draft', { draft_id: String(id), message: 'After' }, ifMatch)
    expect(changed.body).toMatchObject({ message: 'After', tags: ['kept'] })
    expect((await put('/update-draft', { draft_id: id, message: 'x' }, ifMatch)).status).toBe(412)
    const at = async (body: object) =>
      (await put('/update-draft', { draft_id: id, ...body })).body.date
    expect(await at({ time: '10:00' })).toBe('2027-06-01T08:00:00.000Z')
    expect(await at({ date: '2027-12-01' })).toBe('2027-12-01T09:00:00.000Z')
    expect(await at({ date: '2027-12-02 11:00', timezone: 'UTC' })).toBe('2027-12-02T11:00:00.000Z')
    expect(await at({ date: null })).toBeNull()
    for (const body of [
      { date: '2027-12-01' },
      { time: '10:00' },
      { date: '2027-12-01 10:00', time: '11:00' },
      { date: '2027-03-28', time: '02:30', timezone: 'Europe/Berlin' },
      { timezone: 'Mars/Olympus' },
      { media: ['x'] },
    ]) {
      const answer = await put('/update-draft', { draft_id: id, ...body })
      expect([body, answer.status]).toEqual([body, 400])
    }
  })

  test('every field of a draft can be changed', async () => {
    const { id, group_id } = await draft({ comments: ['One'], additional: { mastodon: {} } })
    const change = (body: object) => put('/update-draft', { draft_id: id, ...body })
    const additional = { bluesky: { langs: ['de'] } }
    const other = (await draft()).group_id
    const account_id = String(world.bluesky)
    const { body } = await change({
      comments: ['Two', 'Three'],
      additional,
      account_id,
      group: other,
    })
    expect(body).toMatchObject({ comments: ['Two', 'Three'], additional, group_id: other })
    expect(body.account).toMatchObject({ id: world.bluesky, network: 'bluesky' })
    expect((await get(`/entries/${id}`)).body).toMatchObject({ status: 'draft', ...body })
    expect(
      (await get(`/get-drafts?account_ids=${world.bluesky}&group_id=${other}`)).body.count,
    ).toBe(1)
    const alone = (await change({ group: null, comments: [], additional: null })).body
    expect(alone).toMatchObject({ comments: [], additional: {}, message: 'Before' })
    expect([group_id, other]).not.toContain(alone.group_id)
    expect((await change({ account_id: 2_000_000_000 })).body.code).toBe('social_account_not_found')
    expect((await change({ account_id: 99_999_999_999 })).status).toBe(404)
    expect((await change({ comments: [' '] })).status).toBe(400)
    expect((await change({ additional: { x: 'x'.repeat(70_000) } })).status).toBe(400)
  })

  test('every field of a post but its account; invalid values are rejected', async () => {
    const later = { action: 'schedule', date: '2037-06-01 09:30', account_ids: [world.mastodon] }
    const { id } = await draft(later)
    const change = (body: object) => put('/update-post', { post_id: id, ...body })
    const additional = { mastodon: { visibility: 'unlisted', spoiler_text: 'Food' } }
    expect((await change({ comments: ['Two'], additional })).body).toMatchObject({ additional })
    expect((await change({ comments: ['x'.repeat(501)] })).body.errors[0].path).toBe('comments.0')
    const wrong = await change({ additional: { mastodon: { visibility: 'friends' } } })
    expect(wrong.body.errors[0].path).toBe('additional.mastodon.visibility')
    expect((await change({ account_id: world.news })).headers['ignored-fields']).toContain(
      'account_id',
    )
    expect((await get(`/entries/${id}`)).body).toMatchObject({ status: 'scheduled', additional })
  })

  test('404 for a missing draft, a draft of another workspace, and a post', async () => {
    const { id } = await draft()
    const theirs = await service.call('PUT', `${base}/update-draft`, {
      key: world.stranger.key,
      body: { draft_id: id, message: 'Mine now' },
    })
    const none = await put('/update-draft', { draft_id: 999_999_999, message: 'x' })
    expect([theirs.status, none.status]).toEqual([404, 404])
    expect({ ...theirs.body, request_id: '' }).toEqual({ ...none.body, request_id: '' })
    expect((await put('/update-post', { post_id: id, message: 'x' })).status).toBe(404)
    expect((await get(`/posts/${id}`)).status).toBe(404)
    for (const body of [{ draft_ids: [id] }]) {
      expect((await post('/delete-draft', body, world.stranger.key)).status).toBe(404)
    }
    expect((await get(`/drafts/${id}`)).body.message).toBe('Before')
  })

  test('a draft becomes a post with the same id, and a draft again', async () => {
    const { id } = await draft({ date: '2037-06-01 09:30' })
    const scheduled = await post(`/drafts/${id}/schedule`, {})
    expect(scheduled.body).toMatchObject({
      id,
      status: 'scheduled',
      date: '2037-06-01T09:30:00.000Z',
    })
    expect((await get(`/drafts/${id}`)).status).toBe(404)
    expect((await post(`/drafts/${id}/schedule`, {})).status).toBe(404)
    const moved = await put('/update-post', { post_id: id, date: '2037-07-01', time: '08:00' })
    expect(moved.body.date).toBe('2037-07-01T08:00:00.000Z')
    expect((await put('/update-post', { post_id: id, date: '2020-07-01' })).status).toBe(400)
    expect((await put('/update-post', { post_id: id, date: null })).status).toBe(400)
    const cancelled = await post(`/posts/${id}/cancel`)
    expect(cancelled.body).toMatchObject({ id, status: 'draft' })
    expect((await post(`/posts/${id}/retry`)).status).toBe(404)
    const without = await draft()
    expect((await post(`/drafts/${without.id}/schedule`, {})).body.errors[0].path).toBe('date')
    await expectEvents(world.mia.key, 'social_post.scheduled', 'social_post.updated')
  })

  test('delete by ids and by group', async () => {
    const { key, ids, list } = await createWorkspace(2)
    const group = (await create({ message: 'A', account_ids: ids }, key)).body
    const other = (await create({ message: 'B', account_ids: [ids[0]] }, key)).body.posts[0].id
    const remove = (body: object, path = 'delete-draft') => post(`/${path}`, body, key)
    expect((await remove({})).status).toBe(400)
    expect((await remove({ group_id: group.group_id, draft_ids: [other] })).status).toBe(400)
    expect((await remove({ draft_ids: [] })).status).toBe(400)
    expect((await remove({ group_id: group.group_id }, 'delete-post')).status).toBe(404)
    const gone = await remove({ group_id: group.group_id })
    expect(gone.body.count).toBe(2)
    expect((await remove({ group_id: group.group_id })).status).toBe(404)
    expect((await remove({ draft_ids: [String(other), 999_999_999] })).body.deleted).toEqual([
      other,
    ])
    expect((await list('')).body.count).toBe(0)
    const later = { message: 'C', account_ids: ids, action: 'schedule', date: '2037-05-01 10:00' }
    const posts = (await create(later, key)).body.posts.map(({ id }: { id: number }) => id)
    expect((await remove({ post_ids: posts }, 'delete-post')).body.count).toBe(2)
    await expectEvents(key, 'social_draft.deleted', 'social_post.deleted')
  })
})

describe('a group', () => {
  const change = (body: object, key = world.mia.key) => put('/update-group', body, {}, key)

  test('is changed as a whole: drafts and scheduled posts, not published ones', async () => {
    const { key, ids, list } = await createWorkspace(3)
    const made = (await create({ message: 'G', account_ids: ids, tags: ['kept'] }, key)).body
    const [first, second, third] = made.posts.map(({ id }: { id: number }) => id)
    await post(`/drafts/${first}/schedule`, { date: '2037-06-01 09:30' }, key)
    await service.deps.db.system`
      update social_posts set status = 'published' where id = ${third}`
    const { group_id } = made
    const when = { date: '2037-07-01', time: '10:00', timezone: 'UTC' }
    const { status, body } = await change({ group_id, message: 'All', ...when }, key)
    expect(status).toBe(200)
    expect(body).toMatchObject({ group_id, unchanged: [third] })
    const shown = { message: 'All', tags: ['kept'], date: '2037-07-01T10:00:00.000Z' }
    expect(body.posts).toMatchObject([
      { id: first, status: 'scheduled', ...shown },
      { id: second, status: 'draft', ...shown },
    ])
    expect((await get(`/entries/${third}`, key)).body.message).toBe('G')
    expect((await list(`group_id=${group_id}&search=all`)).body.count).toBe(1)
    await expectEvents(key, 'social_draft.updated', 'social_post.updated', 'social_post.scheduled')
  })

  test('all or nothing; 404 for one that is missing or in another workspace', async () => {
    const account_ids = [world.mastodon, world.bluesky]
    const later = { action: 'schedule', date: '2037-06-01 09:30' }
    const { group_id, posts } = (await create({ message: 'Short', account_ids, ...later })).body
    const refused = await change({ group_id, message: 'x'.repeat(400) })
    expect(refused.status).toBe(400)
    expect(refused.body.detail).toContain('Bluesky')
    expect((await get(`/entries/${posts[0].id}`)).body.message).toBe('Short')
    const theirs = await change({ group_id, message: 'Mine' }, world.stranger.key)
    const none = await change({ group_id: '00000000-0000-4000-8000-000000000000', message: 'x' })
    expect([theirs.status, none.status, none.body.code]).toEqual([
      404,
      404,
      'social_group_not_found',
    ])
    await service.deps.db.system`
      update social_posts set status = 'published' where group_id = ${group_id}`
    expect((await change({ group_id, message: 'Late' })).body.code).toBe('social_post_published')
  })
})
