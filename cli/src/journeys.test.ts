import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Atelier } from '@atelier/sdk/src/index.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, useService, useTenant } from '../../server/test/harness.ts'
import { useHttpServer } from '../../server/test/local-servers.ts'
import { notify } from '../../server/test/notify.ts'
import { draw, png } from '../../server/test/scenes.ts'
import { type CallOptions, useMain } from './call-main.ts'
import { followTask } from './client/follow-work.ts'

/** What people and agents do in a terminal, against the real service. */
const service = useService()
const atelier = useMain()
let baseUrl: string
const mia = useTenant(service)
let env: Record<string, string>

beforeAll(async () => {
  baseUrl = await service.listen()
  env = { ATELIER_URL: baseUrl, ATELIER_API_KEY: mia.key }
})

const call = (args: string[], options: CallOptions = {}) =>
  atelier.call(args, { ...options, env: { ...env, ...options.env } })

async function json(args: string[], options?: CallOptions) {
  const { code, stdout, stderr } = await call([...args, '--json'], options)
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  return JSON.parse(stdout)
}

async function text(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await call(args)
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  return stdout
}

describe('operations', () => {
  test('create, list, read and delete', async () => {
    expect(await text(['boards', 'list'])).toBe('No results.\n')
    const made = await json(['boards', 'create', '--title', 'Spring', '--slug', 'spring'])
    expect(made).toMatchObject({ title: 'Spring', slug: 'spring' })
    expect(await text(['boards', 'list'])).toMatch(/^SLUG +TITLE.*\nspring +Spring/)
    expect(await text(['boards', 'get', 'spring'])).toMatch(/\ntitle +Spring\n/)
    expect(await text(['boards', 'delete', 'spring'])).toBe('Done.\n')
    const gone = await call(['boards', 'get', 'spring', '--json'])
    expect([gone.code, JSON.parse(gone.stdout).error.code]).toEqual([4, 'board_not_found'])
  })

  test('a body comes from a file or standard input, and options override it', async () => {
    const file = join(atelier.folder, 'board.json')
    await writeFile(file, '{"title":"From a file","description":"kept"}')
    const one = await json(['boards', 'create', '--body', `@${file}`, '--title', 'Changed'])
    expect(one).toMatchObject({ title: 'Changed', description: 'kept' })
    const input = '{"title":"Piped"}'
    expect(await json(['boards', 'create', '--body', '-'], { input })).toMatchObject({
      title: 'Piped',
    })
  })

  test('numbers keep all their digits in both directions', async () => {
    const data = '{"price":1.10,"id":12345678901234567890}'
    const { id } = await json([
      'projects',
      'create',
      'campaign',
      '--title',
      'Exact',
      '--data',
      data,
    ])
    const { stdout } = await call(['projects', 'get', 'campaign', id, '--json'])
    expect(stdout).toContain('"price": 1.10,\n')
    expect(stdout).toContain('"id": 12345678901234567890\n')
  })

  test('--all reads every page and prints one entry per line', async () => {
    const names = Array.from({ length: 5 }, (_, at) => `tag-${at}`)
    for (const name of names)
      await json(['boards', 'create-tag', '--name', name, '--color', '#336699'])
    const { stdout } = await call(['boards', 'list-tags', '--all', '--page-size', '2', '--json'])
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).name)
    expect(found.sort()).toEqual(names)
    expect(await text(['boards', 'list-tags', '--page-size', '2'])).toContain('2 of 5; use --all')
  })

  test('--flag true and --no-flag set the value', async () => {
    const { slug } = await json(['boards', 'create', '--title', 'Flags', '--slug', 'flags'])
    const task = await json(['board-tasks', 'create', '--board', slug, '--title', 'One'])
    const update = (...flag: string[]) => json(['board-tasks', 'update', ...flag, task.slug])
    expect(await update('--complete', 'true')).toMatchObject({ complete: true })
    expect(await update('--no-complete')).toMatchObject({ complete: false })
    expect(await update('--complete=true')).toMatchObject({ complete: true })
  })

  test('a file is uploaded, and downloaded by its link', async () => {
    const file = join(atelier.folder, 'dot.png')
    const copy = join(atelier.folder, 'copy.png')
    await writeFile(file, await png(draw(4, 4, () => [200, 30, 30])))
    const { id } = await json(['assets', 'upload', file])
    const link = async () => (await json(['assets', 'get', id])).file_url
    await expect.poll(link).toContain('/files/')
    expect(await text(['assets', 'download', await link(), '--output', copy])).toBe('')
    expect(await readFile(copy)).toEqual(await readFile(file))
  })

  test('--organization and --space work before and after the command', async () => {
    const space = await json(['teamspaces', 'create', '--name', 'Studio'])
    await json(['boards', 'create', '--title', 'Inside', '--space', String(space.id)])
    const inside = await json(['--space', String(space.id), 'boards', 'list'])
    expect(inside.results.map(({ title }: { title: string }) => title)).toContain('Inside')
    const elsewhere = await call(['boards', 'list', '--organization', 'not-mine'])
    expect(elsewhere.code).toBe(5)
  })
})

describe('board, task and tail', () => {
  test('creates, moves, comments on and completes a task', async () => {
    await json(['boards', 'create', '--title', 'Launch', '--slug', 'launch'])
    const add = ['task', 'add', 'Write the news', '--board', 'launch', '--column', 'to do']
    const made = await text([...add, '--priority', 'high', '--due', '2026-12-01', '--assign', 'me'])
    expect(made).toBe('Created LAUNCH-1  Write the news\n')
    expect(await text(['task', 'move', 'LAUNCH-1', 'in pro'])).toContain('Moved to In Progress')
    expect(await text(['task', 'comment', 'LAUNCH-1', 'Looks *good*.'])).toContain('LAUNCH-1')
    const drawn = await text(['board', 'launch'])
    expect(drawn).toMatch(/^Launch\n\nDraft +0 +To Do +0 +In Progress +1 +Completed +0\n/)
    expect(drawn).toMatch(/LAUNCH-1 high 12-01 .*\n.*Write the news/)
    expect(await text(['task', 'done', 'LAUNCH-1'])).toContain('Done: LAUNCH-1')
    const shown = await text(['task', 'LAUNCH-1'])
    for (const part of [
      'Completed (done)',
      'Test Person',
      'Looks *good*.',
      'status: To Do → In Progress',
    ])
      expect(shown).toContain(part)
    expect(await text(['board', 'launch'])).toContain('+ 1 done')
    const wrong = await call(['task', 'move', 'LAUNCH-1', 'nowhere'])
    expect([wrong.code, wrong.stderr]).toEqual([4, expect.stringContaining('In Progress')])
  })

  test('tail prints only the requested events', async () => {
    const all = await call(['tail', '--after', '0', '--limit', '3', '--json'])
    const seqs = all.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).seq)
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
    const some = await text(['tail', '--after', '0', '--type', 'pm_task.*', '--limit', '2'])
    expect(some.trim().split('\n')).toHaveLength(2)
    expect(some).toMatch(/pm_task\.created +Test key +pm_task /)
    const follow = ['events', 'follow', '--after', 'x']
    expect((await call(follow)).code).toBe(2)
  })
})

describe('notify and inbox', () => {
  async function openQuestion(title: string): Promise<string> {
    const find = async () => {
      const path = '/api/v1/questions?status=open'
      const { body } = await service.call('GET', path, { key: mia.key })
      return body.results.find((one: { title: string }) => one.title === title)?.id
    }
    await expect.poll(find).toBeTruthy()
    return find()
  }

  async function answer(title: string, value: string): Promise<void> {
    const path = `/api/v1/questions/${await openQuestion(title)}/answer`
    await expectStatus(200, service.call('POST', path, { token: mia.token, body: { value } }))
  }

  test('a notification is in the inbox until it is read', async () => {
    const sent = await json(['notify', 'The report is ready', 'Reach grew.'])
    const id = sent.notification_id.slice(0, 8)
    expect(await text(['inbox'])).toMatch(new RegExp(`${id} .*The report is ready`))
    expect(await text(['inbox', 'read', id])).toContain('Reach grew.')
    expect(await text(['inbox'])).not.toContain('The report is ready')
    expect((await call(['inbox', 'read', 'ffffffff'])).code).toBe(4)
  })

  test.each([
    ['approval', 'approved', 0],
    ['approval', 'rejected', 11],
    ['text', 'rejected', 0],
  ])('an %s answered with %s exits with %i', async (kind, value, code) => {
    const title = `A ${kind} for ${value}?`
    const asking = call(['notify', title, 'All is set.', '--ask', kind, '--wait', '60'])
    await answer(title, value)
    expect(await asking).toEqual({ code, stdout: `${value}\n`, stderr: expect.any(String) })
  })

  test('nobody answers in time', async () => {
    const args = [
      'notify',
      'Anyone?',
      'Please.',
      '--ask',
      'choice',
      '--option',
      'a',
      '--option',
      'b',
    ]
    const ended = await call([...args, '--wait', '1'])
    expect([ended.code, ended.stderr]).toEqual([10, expect.stringContaining('stays open')])
  })

  test('a question is answered at the terminal', async () => {
    const args = [
      'notify',
      'Which?',
      'Of two.',
      '--ask',
      'choice',
      '--option',
      'First',
      '--option',
      'Second',
    ]
    const { notification_id: own } = await json(args)
    const refused = await call(['inbox', 'answer', own, 'Second'])
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('A person must')])
    // Another agent asks.
    const question = { kind: 'choice', options: ['First', 'Second'] }
    const asker = await service.keyWith(mia, ['notifications:send'])
    const asked = notify(service, mia, { category: 'agentNeedsInput', question }, asker)
    const { notification_id: id } = await expectStatus(200, asked)
    expect(await text(['inbox', 'read', id])).toContain('<First | Second>')
    expect((await call(['inbox', 'answer', id, 'Third'])).code).toBe(3)
    expect(await text(['inbox', 'answer', id, 'Second'])).toContain('Second')
    const late = await call(['inbox', 'answer', id, 'First', '--json'])
    expect([late.code, JSON.parse(late.stdout).error.status]).toEqual([6, 409])
  })

  test.each([
    [['--wait'], '--ask'],
    [['--ask', 'choice'], 'two --option'],
    [['--ask', 'text', '--category', 'done'], 'category'],
  ])('%j is rejected', async (args, message) => {
    const ended = await call(['notify', 'Title', 'Text.', ...args])
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('failures', () => {
  test.each<[string[], Record<string, string>, number, string]>([
    [['boards', 'list'], { ATELIER_API_KEY: 'atl_wrong.key' }, 5, 'unauthorized'],
    [['boards', 'list'], { ATELIER_URL: 'http://127.0.0.1:1' }, 8, 'unreachable'],
    [['tail'], { ATELIER_URL: 'http://127.0.0.1:1' }, 8, 'unreachable'],
    [['boards', 'get', 'nowhere'], {}, 4, 'board_not_found'],
    [['boards', 'create', '--title', ' '], {}, 3, 'validation_failed'],
    [['boards', 'create', '--titel', 'x'], {}, 2, 'bad_usage'],
    [['boards', 'create'], {}, 2, 'bad_usage'],
    [['boards', 'list', '--access', '9'], {}, 2, 'bad_usage'],
    [['boards', 'create', '--body', '[1]'], {}, 2, 'bad_usage'],
    [['boards', 'list'], { ATELIER_URL: 'ftp://nonsense' }, 2, 'bad_usage'],
  ])('%j exits with its code', async (args, more, code, name) => {
    const ended = await call([...args, '--json'], { env: more })
    expect([ended.code, ended.stderr]).toEqual([code, ''])
    expect(JSON.parse(ended.stdout).error.code).toBe(name)
  })

  test('a change in the meantime is a conflict', async () => {
    const { id } = await json(['boards', 'create', '--title', 'Versions'])
    const args = ['boards', 'update', id, '--title', 'Later', '--if-match', '"old"']
    expect((await call(args)).code).toBe(6)
  })
})

describe('work that takes time', () => {
  // Never responds, so the task runs for as long as needed.
  const silent = useHttpServer(() => {})

  test('Ctrl-C cancels it on the server', async () => {
    const client = new Atelier({ baseUrl, apiKey: mia.key })
    const image_url = `${silent.url}/photo.jpg`
    const { task_id } = await client.images.removeBackground({ image_url })
    const before = process.listeners('SIGINT')
    const following = followTask(client, task_id, { show: () => {}, end: () => {} })
    const [stop] = process.listeners('SIGINT').filter((one) => !before.includes(one))
    stop?.('SIGINT')
    await expect(following).rejects.toMatchObject({ code: 'cancelled', exitCode: 130 })
    expect((await client.tasks.get(task_id)).state).toBe('REVOKED')
    for (const one of process.listeners('SIGINT')) {
      if (!before.includes(one)) process.off('SIGINT', one)
    }
  })

  test('a task stream is printed line by line until the end', async () => {
    const page = await json(['tasks', 'list', '--page-size', '1'])
    const ended = await call(['tasks', 'follow', page.results[0].task_id])
    expect(ended).toEqual({ code: 0, stderr: '', stdout: expect.stringContaining('REVOKED') })
  })
})
