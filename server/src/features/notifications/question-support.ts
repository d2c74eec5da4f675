import type { TSchema } from 'typebox'
import type { OutgoingQuestion } from '../../channels/channel.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Service } from '../feature.ts'
import type { NotificationRow } from './queries.ts'

declare module '../feature.ts' {
  interface Feature {
    /** Lets notifications carry questions. One feature declares it. */
    questionSupport?: QuestionSupport
  }
  interface Service {
    questionSupport: QuestionSupport
  }
}

/** All that notifications knows of questions. The feature that declares it imports this one. */
export interface QuestionSupport {
  /** The schema of the field `question`. */
  body: TSchema
  /** Checks the field, and looks up the people and records in it. Writes nothing. */
  prepare(
    deps: Pick<Deps, 'db' | 'clock' | 'random'>,
    service: Service,
    actor: Actor,
    body: unknown,
  ): Promise<PreparedQuestion>
  /** What an email about an open question needs. */
  describeForMail(
    deps: Pick<Deps, 'db' | 'config' | 'linkSecrets'>,
    asked: { workspaceId: number; questionId: string; userId: number },
  ): Promise<MailedQuestion>
}

/** A question that is about to be sent with a notification. */
export interface PreparedQuestion {
  /** As people see it in the notification. */
  shown: NonNullable<NotificationRow['question']>
  /** Stores it, in the transaction of its notification and right after it. */
  store(
    deps: Pick<Deps, 'clock' | 'random' | 'queue' | 'config'>,
    tx: Tx,
    notification: NotificationRow,
  ): Promise<void>
}

export interface MailedQuestion {
  details: Pick<OutgoingQuestion, 'draft' | 'fields' | 'approvalsNeeded'>
  /** Opens the page on which the recipient answers. */
  answerLink: string
  /** Where replies to the email are read as answers. */
  replyTo?: string | undefined
}
