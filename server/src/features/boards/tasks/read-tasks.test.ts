import { describe, expect, test } from 'vitest'
import { expectStatus } from '../../../../test/harness.ts'
import { createBoard, createTask, listTitles, useBoards } from '../test-boards.ts'

const { service, boardClient, setUpBoard } = useBoards()

describe('GET /pm/tasks', () => {
  test('filters, sorts and pages', async () => {
    const { mia, call, columns } = await setUpBoard()
    const jo = await service.colleague(mia, 'member')
    const other = await createBoard(call, { title: 'Other' })
    const a = { title: 'A', priority: 'low', due_date: '2026-11-20', tags: ['x'] }
    const b = { title: 'B', priority: 'urgent', due_date: '2026-11-10', tags: ['y', '7'] }
    const parent = await createTask(call, 'launch', { ...a, assignees: [mia.userId] })
    await createTask(call, 'launch', { ...b, assignees: [jo.userId], status: columns.Completed })
    await createTask(call, 'launch', { title: 'c', parent: parent.id })
    await createTask(call, other.id, { title: 'D', priority: 'medium', estimated_hours: 0 })
    const cases: Record<string, string> = {
      'sort=title': 'ABcD',
      'sort=-title': 'DcBA',
      'sort=priority': 'ADBc',
      'sort=-priority': 'BDAc',
      'sort=number&board=launch': 'ABc',
      'board=launch&sort=title': 'ABc',
      [`board=${other.id}`]: 'D',
      [`status=${columns.Completed}`]: 'B',
      [`status=${columns.Completed},${columns.Draft}&sort=title`]: 'ABc',
      'assignee=me': 'A',
      [`assignee=${jo.userId}`]: 'B',
      'assignee=none&sort=title': 'cD',
      'assignee=me,none&sort=title': 'AcD',
      'tag=x': 'A',
      'tag=X,y&sort=title': 'AB',
      'tag=7': 'B',
      'priority=urgent,medium&sort=title': 'BD',
      'priority=none': 'c',
      'complete=true': 'B',
      'complete=false&sort=title': 'AcD',
      [`parent=${parent.slug}`]: 'c',
      'parent=none&sort=title': 'ABD',
      'due_before=2026-11-20': 'B',
      'due_after=2026-11-10': 'A',
      'due_after=2026-11-09&due_before=2026-11-21&sort=title': 'AB',
      'board=launch&complete=true&tag=x': '',
    }
    for (const [query, wanted] of Object.entries(cases)) {
      expect([query, (await listTitles(call, query)).join('')]).toEqual([query, wanted])
    }
    // Tasks without a date come last in both directions.
    expect((await listTitles(call, 'sort=due_date')).slice(0, 2)).toEqual(['B', 'A'])
    expect((await listTitles(call, 'sort=-due_date')).slice(0, 2)).toEqual(['A', 'B'])
    const page = await expectStatus(200, call('GET', '/pm/tasks?sort=title&page=2&page_size=3'))
    expect([page.count, page.results.length, page.next]).toEqual([4, 1, null])
    expect(page.previous).toContain('page=1')
  })

  test('search finds parts of words in title and description, short terms at their beginning', async () => {
    const { mia, call } = await setUpBoard()
    const stranger = await service.tenant()
    await createBoard(boardClient(stranger))
    await createTask(boardClient(stranger), 'launch', { title: 'Theirs: press release' })
    await createTask(call, 'launch', {
      title: 'Press release',
      description: 'For the opening of the shop',
    })
    await createTask(call, 'launch', { title: 'Poster', description: 'Ä2, 100% cotton_paper' })
    const gone = await createTask(call, 'launch', { title: 'Press kit' })
    await expectStatus(204, call('DELETE', `/pm/tasks/${gone.id}`))
    const cases: Record<string, string[]> = {
      press: ['Press release'],
      RELEASE: ['Press release'],
      'opening press': ['Press release'],
      'press poster': [],
      ele: ['Press release'],
      pr: ['Press release'],
      re: ['Press release'],
      el: [],
      ä: ['Poster'],
      Ä2: ['Poster'],
      '100%': ['Poster'],
      '%%%': [],
      cotton_paper: ['Poster'],
      cottonXpaper: [],
      "'; drop": [],
    }
    for (const [search, wanted] of Object.entries(cases)) {
      const found = await listTitles(call, `search=${encodeURIComponent(search)}`)
      expect([search, found]).toEqual([search, wanted])
    }
    // Even without the query's filter, the function finds only tasks of the own workspace.
    const rows = await service.deps.db.workspace(mia.workspaceId)`
      select pm_tasks_matching('%press%') as id`
    expect(rows).toHaveLength(1)
  })

  test('search uses the index', async () => {
    await service.deps.db.transaction('system', async (tx) => {
      await tx`set local enable_seqscan = off`
      for (const pattern of ['%press%', '% pr%']) {
        const plan = await tx`explain select id from pm_tasks
          where (' ' || title || ' ' || description) ilike ${pattern}`
        expect(JSON.stringify(plan)).toContain('pm_tasks_text')
      }
    })
  })
})
