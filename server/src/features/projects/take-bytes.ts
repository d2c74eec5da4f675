import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { changeProject, type ProjectRow } from './queries.ts'

/** Counts bytes that a locked project gets or, if negative, loses. Losing some is never refused. */
export async function takeBytes(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Tx,
  project: ProjectRow,
  bytes: number,
): Promise<ProjectRow> {
  const { workspace_id: workspaceId } = project
  if (bytes > 0) await requireQuota(deps, tx, 'project_bytes', { workspaceId, adding: bytes })
  return changeProject(tx, project, { bytes: project.bytes + bytes })
}
