import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'

const service = useService()
const mia = useTenant(service)
const stranger = useTenant(service)

function insert(workspaceId: number, text: string) {
  const at = service.deps.clock()
  return service.deps.db.system`
    insert into transcriptions (id, workspace_id, job_status, provider, language_code, task_id,
      source, text, callback_hash, callback_secret, created_at, updated_at, finished_at)
    values (${randomUUID()}, ${workspaceId}, 'DONE', 'embedded', 'en', ${randomUUID()}, 'upload',
      ${text}, ${randomUUID()}, 'x', ${at}, ${at}, ${at})`
}

test('search finds any part of the text, ignoring case, in this workspace only', async () => {
  await insert(mia.workspaceId, 'The Walrus and the carpenter')
  await insert(mia.workspaceId, '100% of a_b')
  await insert(stranger.workspaceId, 'Another walrus')
  const found = async (search: string) => {
    const path = `/api/v1/transcription?search=${encodeURIComponent(search)}`
    const { body } = await service.call('GET', path, { key: mia.key })
    expect(body.count).toBe(body.results.length)
    return body.results.map(({ excerpt }: { excerpt: string }) => excerpt)
  }
  expect(await found('walrus')).toEqual(['The Walrus and the carpenter'])
  expect(await found('RPENT')).toEqual(['The Walrus and the carpenter'])
  expect(await found('0%')).toEqual(['100% of a_b'])
  expect(await found('_')).toEqual(['100% of a_b'])
  expect(await found('narwhal')).toEqual([])
})
