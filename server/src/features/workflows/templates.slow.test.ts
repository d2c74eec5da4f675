import { beforeAll, expect, test } from 'vitest'
import { expectStatus, type Tenant, useService } from '../../../test/harness.ts'
import { testModels } from '../../../test/models.ts'
import { rememberWork } from '../../../test/remember-work.ts'
import { until } from '../../../test/server-client.ts'
import { statement } from '../../../test/statement.ts'
import { downloadFile } from '../../../test/tool-runs.ts'
import { openService } from '../../service.ts'
import { operator } from '../workspaces/operator.ts'
import { base, findStep } from './test-workflows.ts'

/**
 * The demo starts the three templates; this test runs their real models and answers their
 * questions.
 */
const service = useService()
let mia: Tenant

beforeAll(async () => {
  for (const model of ['isnet', 'u2netp', 'migan', 'kokoro', 'moonshine', 'silero']) {
    await testModels.pull(model as never)
  }
  rememberWork(service.deps.engines, { seed: 0 })
  mia = await service.tenant()
  await openService(service.deps).fillDemo(service.deps, await operator(service.deps, {}))
})

const get = async (path: string) => (await service.call('GET', path, { key: mia.key })).body

async function findRun(slug: string) {
  const { results } = await get(`${base}/${slug}/runs`)
  return { path: `${base}/${slug}/runs/${results[0].run_id}`, count: results.length }
}

async function ended(path: string) {
  return until('the run to end', async () => {
    const run = await get(`${path}/status`)
    return run.end_time > 0 && run
  })
}

async function answer(path: string, step: string, value: string) {
  const waits = await until(
    `the question of ${step}`,
    async () => findStep(await get(`${path}/status`), step)?.waits_for ?? undefined,
  )
  const asked = `/api/v1/questions/${waits.id}/answer`
  const { token } = mia
  await expectStatus(200, service.call('POST', asked, { token, body: { value } }))
}

test('launch week: a project, three drafts and cards, and an approval', async () => {
  const { path, count } = await findRun('launch-week')
  expect(count).toBe(1)
  await answer(path, 'go', 'Go')
  const { status, output } = await ended(path)
  expect([status, output.stage]).toEqual(['COMPLETED', 'approved'])
  expect(output.days).toHaveLength(3)
  const project = await get(`/api/v1/projects/campaign/${output.campaign}`)
  expect(project).toMatchObject({ title: 'Mug week', data: { stage: 'approved' } })
  const card = await get(`/api/v1/pm/tasks/${output.days[2].card}`)
  expect(card.title).toBe('Post 3 of Mug week')
})

test('a spoken announcement, transcribed and added to the board', async () => {
  const { path } = await findRun('spoken-announcement-with-subtitles')
  const { status, output, reason } = await ended(path)
  expect([status, reason]).toEqual(['COMPLETED', null])
  const { payload } = await get(`/api/v1/transcription/${output.transcription}`)
  expect(payload.phrases[0].text).toMatch(/autumn mug/i)
  const attached = await get(`/api/v1/pm/tasks/${output.card}/attachment`)
  expect(JSON.stringify(attached)).toContain(output.audio)
})

test('a product image, cut out and widened, approved and drafted', async () => {
  const { path } = await findRun('product-picture-for-every-channel')
  await answer(path, 'approval', 'approved')
  const { status, output } = await ended(path)
  expect([status, output.approved, output.drafts.length]).toEqual(['COMPLETED', true, 1])
  const [cutOut, wide] = await Promise.all(
    [output.cut_out, output.wide].map((id) => get(`/api/v1/assets/${id}`)),
  )
  expect(cutOut).toMatchObject({ content_type: 'image/jpeg', status: 4 })
  expect(wide.width / wide.height).toBeCloseTo(16 / 9, 1)
  expect((await downloadFile(service, wide.file_url)).length).toBe(wide.bytes)
})

test('filling the demo again changes nothing', async () => {
  const tables = ['teamspaces', 'memberships', 'pm_boards', 'pm_tasks', 'social_posts', 'workflows']
  const counts = () =>
    Promise.all(
      tables.map(async (table) => {
        const [row] = await service.deps.db.system(statement(`select count(*) from ${table}`))
        return [table, (row as { count: number }).count]
      }),
    )
  const before = await counts()
  for (const [table, count] of before) expect([table, Number(count) > 0]).toEqual([table, true])
  await openService(service.deps).fillDemo(service.deps, await operator(service.deps, {}))
  expect(await counts()).toEqual(before)
  const { teamspaces } = await get('/api/v1/workspaces/current')
  expect(teamspaces.map(({ name }: { name: string }) => name)).toEqual([
    'Autumn launch',
    'Brand studio',
  ])
  expect((await get(base)).count).toBe(3)
})
