import type { Harness } from './harness.ts'

/** No worker continues this task, and its record stays unfinished, so that a test can end it. */
export async function revokeTask({ deps }: Pick<Harness, 'deps'>, id: string): Promise<void> {
  await deps.db.system`
    update tasks set status = 'REVOKED', finished_at = now(), lease = null where id = ${id}`
}
