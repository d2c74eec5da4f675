import type { OperationCaller } from '../../http/call-operation.ts'
import type { Problem } from '../../http/problem.ts'
import { similarRecords } from './common/find-by-name.ts'
import type { KindName } from './common/record-kinds.ts'
import type { Caller } from './surface.ts'
import { similarNames } from './tool-names.ts'

/** The kind of record that a problem is about, and the arguments that can name it. */
export const kindOfProblem: Partial<Record<string, { kind: KindName; fields: readonly string[] }>> =
  {
    board_not_found: { kind: 'board', fields: ['board', 'board_id'] },
    pm_task_not_found: { kind: 'card', fields: ['card', 'task_id', 'target_task_id'] },
    member_not_found: { kind: 'person', fields: ['person', 'user_id'] },
    asset_not_found: { kind: 'file', fields: ['file', 'id', 'asset_id'] },
    project_not_found: { kind: 'project', fields: ['project', 'id'] },
    voice_not_found: { kind: 'voice', fields: ['voice', 'voice_id'] },
    workflow_not_found: { kind: 'workflow', fields: ['workflow', 'id'] },
    social_account_not_found: { kind: 'account', fields: ['account', 'id'] },
    social_post_not_found: { kind: 'post', fields: ['id'] },
    social_draft_not_found: { kind: 'draft', fields: ['id'] },
    task_not_found: { kind: 'job', fields: ['job', 'task_id'] },
    transcription_not_found: { kind: 'transcript', fields: ['id'] },
    question_not_found: { kind: 'question', fields: ['id'] },
    notification_not_found: { kind: 'notification', fields: ['id'] },
    run_not_found: { kind: 'run', fields: ['run_id'] },
  }

/** For problems that no list can help with. */
const advice: Partial<Record<string, string>> = {
  permission_denied: 'this credential lacks the permission. Ask a person for one that has it.',
  rate_limited: 'wait, then repeat the call.',
  idempotency_key_reused: 'repeat with another _idempotency_key, or with the same arguments.',
  precondition_failed: 'read the record again, then repeat the change with its new ETag.',
  status_not_found: 'read the columns of the board with get_record {"kind":"board","id":"…"}.',
  task_is_blocked: 'complete the cards that block it first; get_dependencies lists them.',
}

/** The end of the error for a name that several operations take; see `find-people.ts`. */
const notAMember = 'is not the email or full name of a member'

/** What a model can do about a problem. */
export async function nextSteps(
  caller: OperationCaller,
  asked: Caller,
  failure: Problem,
  args: Record<string, unknown>,
  known: readonly string[],
): Promise<string[]> {
  const { code, errors = [] } = failure
  const known404 = kindOfProblem[code]
  if (known404) {
    const given = known404.fields.map((field) => args[field]).find((value) => value !== undefined)
    return stepsToFind(caller, asked, known404.kind, String(given ?? ''))
  }
  const step = advice[code]
  if (step) return [step]
  if (code.endsWith('_not_found')) {
    const noun = code.replace('_not_found', '').replaceAll('_', ' ')
    return [`find the tool that lists them with find_tools {"query":"list ${noun}"}.`]
  }
  if (code !== 'validation_failed' || known.length === 0) return []
  const person = errors.find(({ message }) => message.includes(notAMember))
  if (person) return stepsToFind(caller, asked, 'person', person.message.split('"')[1])
  const unknown = errors.filter(({ path }) => path in args && !known.includes(path))
  const missing = errors.find(({ message }) => message === 'is required')
  if (unknown.length === 0) return missing ? [stepForMissing(missing.path, known)] : []
  const similar = [...new Set(unknown.flatMap(({ path }) => similarNames(path, known)))]
  const meant = similar.length > 0 ? `did you mean ${similar.join(' or ')}? ` : ''
  return [`${meant}The arguments are: ${known.join(', ')}.`]
}

function stepForMissing(field: string, known: readonly string[]): string {
  const kinds = Object.values(kindOfProblem).filter((one) => one?.fields.includes(field))
  // Several kinds of records have arguments such as `id`.
  const [only] = kinds.length === 1 ? kinds : []
  if (only) return `list the values of ${field} with list_records {"kind":"${only.kind}"}.`
  return `The arguments are: ${known.join(', ')}.`
}

async function stepsToFind(
  caller: OperationCaller,
  asked: Caller,
  kind: KindName,
  wanted = '',
): Promise<string[]> {
  const similar = await similarRecords(caller, asked, kind, wanted).catch(() => undefined)
  const names = similar?.labels ?? []
  const list = `list them with list_records {"kind":"${kind}"}`
  return names.length > 0 ? [`did you mean one of ${names.join(', ')}? Or ${list}.`] : [`${list}.`]
}
