import { beforeAll, describe, expect, test } from 'vitest'
import { catchError } from '../../server/test/catch-error.ts'
import { useTenant } from '../../server/test/harness.ts'
import {
  type Atelier,
  AtelierError,
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isUnauthorized,
} from '../src/index.ts'
import { useServer } from './use-server.ts'

const server = useServer()
const mia = useTenant(server.service)
let atelier: Atelier

beforeAll(() => {
  atelier = server.createClient(mia)
})

describe('methods', () => {
  test('with body, path and query, and without a response', async () => {
    const board = await atelier.boards.create({ title: 'Launch', slug: 'launch' })
    expect((await atelier.boards.get('launch')).id).toBe(board.id)
    const expanded = await atelier.boards.get(board.id, { expand: 'statuses' })
    expect(expanded.statuses[0]).toMatchObject({ title: expect.any(String) })
    const status = await atelier.boards.createStatus(board.id, { title: 'Waiting' })
    expect((await atelier.boards.getStatus(board.id, status.id)).title).toBe('Waiting')
    const changed = await atelier.boards.update(board.id, { title: 'Spring launch' })
    expect(changed.title).toBe('Spring launch')
    const copy = await atelier.boards.clone(board.id, { title: 'Copy' })
    expect(await atelier.boards.delete(copy.id)).toBeUndefined()
    expect(isNotFound(await catchError(atelier.boards.get(copy.id)))).toBe(true)
  })

  test('with an optional body, and with both a query and a body', async () => {
    const other = await server.service.colleague(mia, 'member')
    const checked = await atelier.notifications.send(
      {
        userId: String(other.userId),
        workspaceId: String(mia.workspaceId),
        title: 'Done',
        message: 'All is done.',
        category: 'agentTaskCompleted',
      },
      { query: { dry_run: true } },
    )
    expect(checked.status).toBe('dry_run')
    expect((await server.createClient(other).notifications.count()).unread).toBe(0)
  })

  test('encode numbers and special characters in a path', async () => {
    const space = await atelier.teamspaces.create({ name: 'Launch' })
    expect((await atelier.teamspaces.get(space.id)).name).toBe('Launch')
    expect(isNotFound(await catchError(atelier.boards.get('a/b?c#d')))).toBe(true)
    // An empty id would request the list.
    expect(await catchError(atelier.boards.get(''))).toBeInstanceOf(TypeError)
  })

  test('return a Response if it is not JSON', async () => {
    const submitted = await atelier.transcriptions.create({ audio_url: 'http://127.0.0.1:1/x.ogg' })
    const response = await atelier.transcriptions.downloadSubtitles(submitted.id, {
      requested_format: 'vtt',
    })
    expect(response.headers.get('job-status')).not.toBe('DONE')
    expect(await response.text()).toBe('')
    const page = await catchError(atelier.pages.showAnswer('no-such-token'))
    expect(page).toBeInstanceOf(AtelierError)
  })

  test('send and receive headers: a change based on an older revision', async () => {
    const made = await atelier.projects.create('campaign', { title: 'Autumn', data: { a: 1 } })
    let etag = ''
    await atelier.projects.get('campaign', made.id, {
      onResponse: ({ headers }) => {
        etag = headers.get('etag') as string
      },
    })
    await atelier.projects.update('campaign', made.id, { data: { a: 2 } })
    const error = await catchError(
      atelier.projects.update(
        'campaign',
        made.id,
        { data: { a: 3 } },
        { headers: { 'If-Match': etag } },
      ),
    )
    expect(isConflict(error) && error.code).toBe('merge_conflict')
    expect((error as AtelierError).problem.conflicts).toEqual([
      { path: '/data/a', base: 1, current: 2, yours: 3 },
    ])
    const patched = await atelier.projects.update(
      'campaign',
      made.id,
      [{ op: 'add', path: '/b', value: true }],
      { headers: { 'Content-Type': 'application/json-patch+json' } },
    )
    expect(patched.data).toEqual({ a: 2, b: true })
  })
})

describe('credentials', () => {
  test('a token, or a function that returns one', async () => {
    await atelier.auth.changePassword({ new_password: 'correct horse battery' })
    const anyone = atelier.with({ apiKey: undefined })
    const session = await anyone.auth.logIn({ email: mia.email, password: 'correct horse battery' })
    const here = (await anyone.with({ accessToken: session.access_token }).workspaces.getCurrent())
      .user
    expect(here?.id).toBe(mia.userId)
    let asked = 0
    const renewing = anyone.with({
      accessToken: async () => {
        asked++
        return session.access_token
      },
    })
    await renewing.workspaces.getCurrent()
    expect(asked).toBe(1)
    expect(isUnauthorized(await catchError(anyone.workspaces.getCurrent()))).toBe(true)
  })

  test('with() selects a teamspace or a workspace without access', async () => {
    const space = await atelier.teamspaces.create({ name: 'Narrow' })
    const narrow = atelier.with({ space: space.id })
    const board = await narrow.boards.create({ title: 'In the space' })
    expect(board.space_id).toBe(space.id)
    const stranger = await server.service.tenant()
    const there = atelier.with({ organization: stranger.slug })
    const error = await catchError(there.workspaces.getCurrent())
    expect(isForbidden(error) && error.code).toBe('workspace_forbidden')
  })
})

describe('failures', () => {
  test('an unknown field is rejected', async () => {
    const body = { title: 'Launch', colour: 'red' }
    const error = await catchError(atelier.boards.create(body))
    expect(isInvalid(error)).toBe(true)
    expect(error).toMatchObject({
      name: 'AtelierError',
      status: 400,
      code: 'validation_failed',
      errors: [{ path: 'colour', message: expect.any(String) }],
      requestId: expect.any(String),
    })
    expect(error.message).toContain('colour')
  })

  test('missing permissions and missing objects', async () => {
    const key = await server.service.keyWith(mia, ['boards:read'])
    const reader = server.createClient({ key })
    const refused = await catchError(reader.boards.create({ title: 'x' }))
    expect(isForbidden(refused) && refused.code).toBe('permission_denied')
    const stranger = server.createClient(await server.service.tenant())
    const board = await atelier.boards.create({ title: 'Ours' })
    const missing = await catchError(stranger.boards.get(board.id))
    expect(isNotFound(missing) && missing.code).toBe('board_not_found')
    expect(isConflict(missing)).toBe(false)
  })

  test('an aborted call fails with its reason', async () => {
    const reason = new Error('enough')
    expect(await catchError(atelier.boards.list({}, { signal: AbortSignal.abort(reason) }))).toBe(
      reason,
    )
  })
})

describe('pages', () => {
  test('yield every entry of three pages once, in order', async () => {
    const reader = server.createClient(await server.service.tenant())
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (const name of names) await reader.boards.create({ title: name })
    const pages: number[] = []
    const options = {
      onResponse: ({ url }: Response) =>
        void pages.push(Number(new URL(url).searchParams.get('page'))),
    }
    const seen: string[] = []
    for await (const { title } of reader.boards.list.all({ page_size: 3 }, options))
      seen.push(title)
    expect(seen).toEqual(names.reverse())
    expect(pages).toEqual([1, 2, 3])
    const page = await reader.boards.list({ page_size: 3, page: 3 })
    expect([page.count, page.next, page.results.length]).toEqual([7, null, 1])
  })

  test('request the next page only when needed', async () => {
    const reader = server.createClient(await server.service.tenant())
    for (const title of ['a', 'b', 'c']) await reader.boards.create({ title })
    let asked = 0
    const options = { onResponse: () => void asked++ }
    for await (const _ of reader.boards.list.all({ page_size: 1 }, options)) break
    expect(asked).toBe(1)
  })

  test('work with per_page and with path parameters', async () => {
    const account = await atelier.social.connectAccount({
      network: 'webhook',
      url: `${server.baseUrl}/nobody`,
      secret: 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=',
    })
    for (const message of ['one', 'two', 'three']) {
      await atelier.social.createPosts({ account_ids: [account.id], message, action: 'draft' })
    }
    const drafts: unknown[] = []
    const query = { account_ids: String(account.id), per_page: 1 }
    for await (const draft of atelier.social.listDrafts.all(query)) drafts.push(draft)
    expect(drafts).toHaveLength(3)
    const board = await atelier.boards.create({ title: 'Statuses' })
    const titles: string[] = []
    for await (const { title } of atelier.boards.listStatuses.all(board.id, { page_size: 2 }))
      titles.push(title)
    expect(titles).toHaveLength(4)
  })
})
