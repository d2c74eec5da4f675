import type { Sql } from '../../../platform/postgres/sql.ts'
import type { TaskSigns } from './sign-schemas.ts'

export function signsOfBoard(sql: Sql, workspaceId: number, boardId: string): Promise<TaskSigns[]> {
  return sql<TaskSigns>`
    select * from (
      select t.id as task,
        (select count(*)::int from comments c
          where c.workspace_id = t.workspace_id and c.content_type = 'task'
            and c.object_pk = t.id::text and c.deleted_at is null) as comments_count,
        (select count(*)::int from pm_dependencies d
            join pm_tasks o on o.id = d.source_id join pm_boards b on b.id = o.board_id
          where d.target_id = t.id and d.workspace_id = t.workspace_id and d.relation = 'BLOCKS'
            and not o.complete and o.deleted_at is null and b.deleted_at is null) as open_blockers
      from pm_tasks t
      where t.workspace_id = ${workspaceId} and t.board_id = ${boardId} and t.deleted_at is null
    ) signs
    where comments_count > 0 or open_blockers > 0
    order by task`
}
