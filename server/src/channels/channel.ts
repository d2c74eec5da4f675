/** What goes out by any channel: a notification, with its links made whole. */
export interface OutgoingMessage {
  notificationId: string
  category: string
  /** The category as people read it: "Task completed". */
  categoryLabel: string
  title: string
  message: string
  /** Markdown; null when the sender gave none, then `message` stands for it. */
  body: string | null
  action: { label: string; url: string }
  /** Who sends: the agent's name. */
  sender: string
  workspace: { id: number; name: string }
  threadId: string | null
  question: OutgoingQuestion | null
  createdAt: Date
}

export interface OutgoingQuestion {
  kind: 'text' | 'choice' | 'approval'
  options: { value: string; label: string }[]
  expiresAt: Date | null
}

/** The other side will never take it, so trying again is no use; the message says why. */
export class Undeliverable extends Error {}

/** The other side asks for patience. */
export class TryLater extends Error {
  readonly afterSeconds: number

  constructor(message: string, afterSeconds: number) {
    super(message)
    this.afterSeconds = afterSeconds
  }
}
