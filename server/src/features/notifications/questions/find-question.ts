import type { Sql } from '../../../platform/postgres/sql.ts'
import { workspaceName } from '../queries.ts'
import { type QuestionRow, questionAnywhere, questionById } from './queries.ts'

/** A question with everything that doors and receipts show of it. */
export type WholeQuestion = QuestionRow

/** For other features, which check themselves who may see it. */
export function findQuestion(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<WholeQuestion | undefined> {
  return questionById(sql, workspaceId, id)
}

/** For replies from outside, which name only the question. */
export function findQuestionAnywhere(system: Sql, id: string): Promise<WholeQuestion | undefined> {
  return questionAnywhere(system, id)
}

/** The name of the workspace, for messages to people. */
export function nameOfWorkspace(sql: Sql, workspaceId: number): Promise<string> {
  return workspaceName(sql, workspaceId)
}
