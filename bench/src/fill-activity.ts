import type { TestSql } from '../../server/test/connect-sql.ts'
import type { StartedAtelier } from './start-atelier.ts'

export interface ActivityScene {
  boardId: string
  taskId: string
}

/** A board with one task, created the way a user does it. */
export async function makeActivityScene(atelier: StartedAtelier): Promise<ActivityScene> {
  const { id: boardId } = await post(atelier, '/pm/boards', { title: 'Bench' })
  const { id: taskId } = await post(atelier, '/pm/tasks', { board: boardId, title: 'Watched' })
  return { boardId, taskId }
}

async function post({ baseUrl, headers }: StartedAtelier, path: string, body: object) {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`POST ${path}: ${await response.text()}`)
  return (await response.json()) as { id: string }
}

const entriesOfOthers = 1000

/**
 * Fills the activity up to `rows` rows: the first ten thousand and half of the rest belong to the
 * watched task, the others to tasks with a thousand entries each. Uses SQL, because the service
 * would take hours; each row is what a title change leaves.
 */
export async function fillActivity(
  sql: TestSql,
  { boardId, taskId }: ActivityScene,
  rows: number,
): Promise<void> {
  const watched = Math.max(Math.min(rows, 10_000), Math.ceil(rows / 2))
  const others = Math.ceil((rows - watched) / entriesOfOthers)
  await sql.transaction(async () => {
    // Checking each row's foreign key would take longer than writing the row.
    await sql`set local session_replication_role = replica`
    await sql`
      insert into pm_tasks (id, workspace_id, board_id, number, status_id, title, description,
        task_type, complete, sort_key, extra, custom_fields, checklist, activity_count, modifier_kind,
        modifier_name, created_at, updated_at)
      select gen_random_uuid(), t.workspace_id, t.board_id, n + 1, t.status_id, 'Task ' || n, '',
        'task', false, 'V' || n || 'V', '{}', '{}', '[]', 0, 'agent',
        'Launch agent', now(), now()
      from pm_tasks t, generate_series((select max(number) from pm_tasks where board_id = ${boardId}),
        ${others}::int) as n
      where t.id = ${taskId}`
    await sql`
      insert into pm_activity (workspace_id, task_id, seq, verb, actor, object, changes, request_id,
        created_at)
      select t.workspace_id, t.id, n, 'updated',
        '{"id": 1, "name": "Launch agent", "kind": "agent", "via": "api"}',
        jsonb_build_object('type', 'task', 'id', t.id),
        jsonb_build_array(jsonb_build_object('field', 'title', 'old', 'Title ' || n - 1,
          'new', 'Title ' || n, 'old_display', null, 'new_display', null)),
        gen_random_uuid()::text, now()
      from pm_tasks t cross join lateral generate_series(t.activity_count + 1,
        case when t.id = ${taskId} then ${watched}::int else ${entriesOfOthers} end) as n
      where t.board_id = ${boardId}`
    await sql`update pm_tasks t set activity_count =
        (select max(seq) from pm_activity a where a.task_id = t.id)
      where t.board_id = ${boardId}`
    await sql`update pm_boards set tasks_count = (select count(*) from pm_tasks where board_id = ${boardId}),
      last_number = ${others + 1} where id = ${boardId}`
  })
  await sql`vacuum analyze pm_activity`
  await sql`vacuum analyze pm_tasks`
}
