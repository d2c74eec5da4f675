import type { Page } from 'playwright-core'
import type { StartedAtelier } from '../../../bench/src/start-atelier.ts'
import { openDatabase } from '../../../server/src/platform/postgres/db.ts'

export const counts = { cards: 2000, notifications: 10_000 }

const password = 'a password for the bench'

/** Three of four cards are in one column, which is the hardest to show. */
export async function fillBoard(server: StartedAtelier): Promise<void> {
  await call(server, 'POST', '/pm/boards', { title: 'Bench', slug: 'bench' })
  const { results } = await call(server, 'GET', '/pm/boards/bench/status')
  const statuses = results.map(({ id }: { id: string }) => id)
  const priorities = ['low', 'medium', 'high', 'urgent', null]
  const batch = 50
  for (let at = 0; at < counts.cards; at += batch) {
    const numbers = Array.from({ length: batch }, (_, index) => at + index)
    await Promise.all(
      numbers.map((number) =>
        call(server, 'POST', '/pm/tasks', {
          board: 'bench',
          status: statuses[number % 4 === 0 ? (number / 4) % statuses.length : 1],
          title: `Task ${number} ${'of a length that differs '.repeat(number % 4)}`.trim(),
          priority: priorities[number % 5],
          tags: [`tag ${number % 7}`, `kind ${number % 3}`].slice(0, number % 3),
          ...(number % 2 === 0 && { due_date: '2026-12-24' }),
        }),
      ),
    )
  }
}

export async function fillInbox(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, 'bench')
  await db.system`
    insert into notifications (id, workspace_id, user_id, category, title, message, extra, sender,
      in_app, read_at, created_at)
    select gen_random_uuid(), 1, 1,
      (array['agentTaskCompleted', 'agentNudge', 'agentError'])[1 + n % 3],
      'Notification no. ' || n || ' of the bench', 'The report on the autumn launch is ready.',
      '{}', '{"id": 1, "name": "Scout", "kind": "agent"}', true,
      case when n % 4 > 0 then now() end, now() - make_interval(mins => n::int)
    from generate_series(1, ${counts.notifications}::int) as n`
  await db.close()
}

export async function signIn(page: Page, server: StartedAtelier): Promise<void> {
  await call(server, 'POST', '/auth/password', { new_password: password })
  const { user } = await call(server, 'GET', '/auth/me')
  await page.goto(`${server.baseUrl}/sign-in`)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
  await page.waitForURL(`${server.baseUrl}/inbox`)
}

async function call(
  { baseUrl, headers }: StartedAtelier,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}
