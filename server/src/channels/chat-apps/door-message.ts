import type { OutgoingQuestion } from '../channel.ts'

/** A question as chat apps show it. */
export interface DoorMessage {
  questionId: string
  kind: OutgoingQuestion['kind']
  title: string
  message: string
  sender: string
  workspace: string
  options: readonly { value: string; label: string }[]
  fields: object | null
  draft: string | null
  expiresAt: Date | null
  /** The page in the console. */
  url: string
  /** For a quorum: "1 of 2 approvals". */
  progress: string | null
  /** Once it can no longer be answered here: who answered what, or why it ended. */
  ended: string | null
  /** Whether it can only be answered in Atelier, signed in. */
  needsSession: boolean
}

/** The place of a sent message. */
export interface MessagePlace {
  channelId: string
  messageId: string
}

/** What an app says about itself, once its credentials work. */
export interface AppIdentity {
  settings: Record<string, string>
  description: string
}

/** One chat app. All calls go to the outside. */
export interface ChatApp {
  identify(): Promise<AppIdentity>
  send(channelId: string, message: DoorMessage): Promise<MessagePlace>
  update(place: MessagePlace, message: DoorMessage): Promise<void>
}

/** Kinds that need more than buttons. */
export function needsForm({ kind }: Pick<DoorMessage, 'kind'>): boolean {
  return (
    kind === 'text' ||
    kind === 'form' ||
    kind === 'edit' ||
    kind === 'rank' ||
    kind === 'multi_choice'
  )
}
