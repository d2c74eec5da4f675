import { invalid } from '../../http/problem.ts'
import { isLanguage } from '../../lib/zones.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { WorkspaceSettings } from './schemas.ts'

export const defaultSettings: WorkspaceSettings = {
  timezone: 'UTC',
  language: 'en',
  start_of_week: 'mon',
}

/** What the workspace demands of approvals. */
export type ApprovalRules = Required<
  Pick<WorkspaceSettings, 'approvals_by_credentials' | 'approval_proof'>
>

export async function approvalRules(sql: Sql, workspaceId: number): Promise<ApprovalRules> {
  const [row] = await sql<{ settings: WorkspaceSettings }>`
    select settings from workspaces where id = ${workspaceId}`
  return readRules(row?.settings ?? {})
}

export function readRules({
  approvals_by_credentials = false,
  approval_proof = 'any',
}: Partial<WorkspaceSettings>): ApprovalRules {
  return { approvals_by_credentials, approval_proof }
}

/** Checks the language, because the schema cannot know all language codes. */
export function checkSettings({ language }: Partial<WorkspaceSettings> = {}): void {
  if (language !== undefined && !isLanguage(language)) {
    throw invalid('settings.language', `"${language}" is not a language code such as en or de-AT`)
  }
}
