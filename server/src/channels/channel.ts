/** A notification as every channel sends it, with absolute links. */
export interface OutgoingMessage {
  notificationId: string
  category: string
  /** The category label that people see: "Task completed". */
  categoryLabel: string
  title: string
  message: string
  /** Markdown. Null if the sender gave no body; channels then use `message`. */
  body: string | null
  action: { label: string; url: string }
  /** The name of the agent that sends the notification. */
  sender: string
  workspace: { id: number; name: string }
  threadId: string | null
  question: OutgoingQuestion | null
  createdAt: Date
}

export interface OutgoingQuestion {
  kind: 'text' | 'choice' | 'approval' | 'form' | 'edit' | 'rank' | 'multi_choice'
  options: { value: string; label: string }[]
  expiresAt: Date | null
  /** The text to edit. */
  draft?: string | null
  /** The JSON Schema of a form. */
  fields?: object | null
  /** How many approvals it needs, if it is put to a vote. */
  approvalsNeeded?: number | null
}

/** The receiver will never accept the message, so a retry is pointless. The error says why. */
export class Undeliverable extends Error {}

/** The receiver asks us to retry later. */
export class TryLater extends Error {
  readonly afterSeconds: number

  constructor(message: string, afterSeconds: number) {
    super(message)
    this.afterSeconds = afterSeconds
  }
}
