import type { Actor } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { approvalRules } from '../../workspaces/settings.ts'
import type { WholeQuestion } from '../find-question.ts'
import { isConsent } from '../question-body.ts'

/**
 * What proves who answered, weakest first: a credential acts for a person; a channel is their
 * mailbox or chat account; a session is the person, signed in here.
 */
export type Strength = 'credential' | 'channel' | 'session'

/** Where an answer was given, and what proved who gave it. */
export interface Door {
  door: 'api' | 'console' | 'mail' | 'mail-reply' | 'mcp' | 'slack' | 'telegram' | 'discord'
  authenticatedBy: string
  strength: Strength
  /** What a person reads as the proof. */
  statement: string
}

/** The door of a request: a session is the person, a key or program acts for them. */
export function readDoor({ credentialId, isBrowser, via, name }: Actor): Door {
  const [kind = ''] = credentialId.split(':')
  const door = isBrowser ? 'console' : via === 'mcp' ? 'mcp' : 'api'
  if (kind === 'session' && via !== 'workflow') {
    const statement = isBrowser ? 'Signed in to the console.' : 'Signed in.'
    return { door, authenticatedBy: 'session', strength: 'session', statement }
  }
  return {
    door,
    authenticatedBy: kind === 'key' ? 'api-key' : kind,
    strength: 'credential',
    statement: `By ${kind === 'key' ? 'the API key' : 'the program'} “${name}”, which acts for them.`,
  }
}

/**
 * Whoever asks cannot answer: neither the agent nor, for an approval of others, the person. An
 * approval needs a person, unless an administrator lets credentials approve.
 */
export async function requireProof(
  tx: Tx,
  actor: Actor,
  question: WholeQuestion,
  { strength }: Pick<Door, 'strength'>,
): Promise<void> {
  const { kind, asking_agent, asked_by, proof } = question
  const refuse = (detail: string) => problem('person_required', { detail })
  if (strength === 'credential') {
    if (asking_agent !== null && asking_agent === (actor.agentId ?? actor.credentialId)) {
      throw refuse('This agent asked the question, so it cannot answer it. A person must.')
    }
    if (!(await isOpenToCredentials(tx, question))) {
      throw refuse(
        'A person must answer this: in the console, by email or in a linked chat. A key or program only acts for them.',
      )
    }
  }
  const isAsker = asked_by?.type === 'person' && asked_by.id === actor.userId
  // Whoever asks only themselves needs nobody else, even if others were asked later.
  const asksThemselves = question.user_id === actor.userId && !question.quorum
  if (isConsent(kind) && isAsker && !asksThemselves) {
    throw refuse('You asked for this approval, so someone else must give it.')
  }
  if (proof === 'session' && strength !== 'session') {
    throw refuse('This answer must be given in the console, signed in.')
  }
}

async function isOpenToCredentials(
  tx: Tx,
  { kind, answerable_by, workspace_id }: WholeQuestion,
): Promise<boolean> {
  if (!isConsent(kind)) return answerable_by !== 'session'
  return (
    answerable_by === 'credential' &&
    (await approvalRules(tx, workspace_id)).approvals_by_credentials
  )
}
