import { expect, onTestFinished, test } from 'vitest'
import { connectSql } from '../../../test/connect-sql.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { readNumber } from '../../platform/postgres/compatibility.ts'
import { migrate } from '../../platform/postgres/migrate.ts'

test('migration 0052: everyone from before counts as verified, and hidden boards lose plain slugs', async () => {
  const database = await createTestDatabase({ isEmpty: true })
  const sql = connectSql(database.url)
  onTestFinished(async () => {
    await sql.end()
    await database.drop()
  })
  await migrate(database.url, ({ name }) => readNumber(name) < 52)
  await sql`insert into users (email, created_at, updated_at) values ('mia@example.com', now(), now())`
  const [{ id }] = (await sql`
    insert into workspaces (name, slug, settings, created_at, updated_at)
    values ('W', 'w', '{}', now(), now()) returning id`) as unknown as [{ id: number }]
  for (const [slug, access] of [
    ['merger', 0],
    ['launch', 2],
    ['kept-3f9a1c', 0],
  ] as const) {
    const [board] = await sql`
      insert into pm_boards (id, workspace_id, slug, title, description, access, extra, created_at, updated_at)
      values (gen_random_uuid(), ${id}, ${slug}, 'B', '', ${access}, '{}', now(), now()) returning id`
    await sql`insert into pm_board_slugs (workspace_id, slug, board_id) values (${id}, ${slug}, ${board?.id})`
  }
  await migrate(database.url)
  expect(await sql`select email_verified_at = created_at as is_same from users`).toEqual([
    { is_same: true },
  ])
  const slugs = await sql`
    select b.slug from pm_boards b join pm_board_slugs s on s.board_id = b.id and s.slug = b.slug
    order by b.slug`
  expect(slugs.map(({ slug }) => slug)).toEqual([
    'kept-3f9a1c',
    'launch',
    expect.stringMatching(/^merger-[0-9a-f]{6}$/),
  ])
})
