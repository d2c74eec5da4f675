import { consoleLink } from '../../lib/console-link.ts'
import type { OutgoingMessage } from '../channel.ts'
import type { Rendered } from './as-written.ts'
import { oneLine } from './clean-text.ts'
import { mailFrame, textFrame } from './mail-frame.ts'
import { headerId, mailHeaders } from './mail-headers.ts'
import { actionPart, digestItem, letterPart, questionPart } from './mail-parts.ts'

export interface Recipient {
  name: string
  address: string
}

interface MailEnvelope {
  to: Recipient
  /** "Atelier <atelier@example.com>", as configured by the operator. */
  from: string
  /** Without brackets. */
  messageId: string
  /** The email may have been sent before: a crash came between sending and recording. */
  repeated: boolean
  publicUrl: string
  /** For the times in the text. Defaults to UTC. */
  timeZone?: string
  /** Shows texts unrendered, because rendering them takes too long. */
  isAsWritten?: boolean
}

export interface MailInput extends MailEnvelope {
  message: OutgoingMessage
  links: {
    unsubscribe: string
    oneClickUnsubscribe: string
    preferences: string
    /** The page for answering a question; null if the message asks none. */
    answer: string | null
  }
  /** The same for all emails of a thread, so that clients group them. */
  threadReference: string | null
  /** Where replies to a question go, if a reply can answer it. */
  replyTo?: string
}

/** Several messages of one category and workspace, combined for one recipient. */
export interface DigestInput extends MailEnvelope {
  messages: [OutgoingMessage, ...OutgoingMessage[]]
  links: Omit<MailInput['links'], 'answer'>
}

/** Everything needed to send the email and to keep a record of it. */
export interface Mail {
  from: string
  to: Recipient
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  messageId: string
  references?: string
  replyTo?: string
}

/** Gmail clips an email after 102 kB. */
const maxInDigest = 30

export function composeMail(input: MailInput): Mail {
  const { message, links, publicUrl, timeZone = 'UTC', isAsWritten = false } = input
  const parts = [letterPart(message, { publicUrl, isAsWritten })]
  const asks = message.question !== null && links.answer !== null
  if (message.question && links.answer) {
    const canReply = input.replyTo !== undefined
    parts.push(questionPart(message.question, links.answer, { timeZone, canReply }))
  }
  parts.push(actionPart(message.action, publicUrl, asks))
  const reference = input.threadReference && headerId(input.threadReference, publicUrl)
  return {
    ...assemble(input, {
      messages: [message],
      title: message.title,
      preview: message.message,
      sender: message.sender,
      parts,
    }),
    ...(reference && { references: reference }),
    ...(input.replyTo && { replyTo: input.replyTo }),
  }
}

export function composeDigest(input: DigestInput): Mail {
  const { messages, publicUrl, timeZone = 'UTC', isAsWritten = false } = input
  const shown = messages.slice(0, maxInDigest)
  const parts = shown.map((message, index) =>
    digestItem(message, { index, publicUrl, timeZone, isAsWritten }),
  )
  if (messages.length > shown.length) {
    const label = `And ${messages.length - shown.length} more`
    const home = { publicUrl, workspaceId: messages[0].workspace.id }
    const url = consoleLink(new URL('/inbox', publicUrl), home)
    parts.push(actionPart({ label, url }, publicUrl, true))
  }
  const senders = [...new Set(messages.map(({ sender }) => sender))]
  const sender = senders.length === 1 ? messages[0].sender : `${senders.length} agents`
  const title = `${describeCount(messages)} from ${sender}`
  const preview = messages.map((message) => message.title).join(' · ')
  return assemble(input, { messages, title, preview, sender, parts })
}

/** The noun for one message of a category, used in counts. */
const nouns = new Map([
  ['agentTaskCompleted', 'completed task'],
  ['agentNeedsInput', 'question'],
  ['agentError', 'error'],
  ['agentProgress', 'update'],
  ['agentNudge', 'nudge'],
])

function describeCount({ length, 0: { category } }: DigestInput['messages']): string {
  return `${length} ${nouns.get(category) ?? 'message'}${length === 1 ? '' : 's'}`
}

interface Content {
  messages: [OutgoingMessage, ...OutgoingMessage[]]
  title: string
  preview: string
  sender: string
  parts: Rendered[]
}

function assemble(input: MailEnvelope & { links: DigestInput['links'] }, content: Content): Mail {
  const { links, publicUrl, repeated } = input
  const [{ category, categoryLabel, workspace }] = content.messages
  const sender = oneLine(content.sender, 100)
  const place = oneLine(workspace.name, 100)
  const label = oneLine(categoryLabel, 60)
  const title = oneLine(content.title, 300) || label
  const footer = {
    text: `Sent by ${sender} in ${place}. Category: ${label}.`,
    links: [
      { label: `Unsubscribe from “${label}”`, url: links.unsubscribe },
      { label: 'Change notification settings', url: links.preferences },
    ],
  }
  const html = content.parts.map((part) => part.html).join('\n')
  const frame = { preview: content.preview, title, sender, place: `${place} · ${label}`, footer }
  return {
    from: input.from,
    to: { name: oneLine(input.to.name, 100), address: input.to.address },
    subject: title,
    html: mailFrame({ ...frame, content: html }),
    text: textFrame({ title, parts: content.parts.map(({ text }) => text), footer }),
    headers: mailHeaders({
      category,
      notificationIds: content.messages.map(({ notificationId }) => notificationId),
      workspaceId: workspace.id,
      oneClickUnsubscribe: links.oneClickUnsubscribe,
      publicUrl,
      repeated,
    }),
    messageId: headerId(input.messageId, publicUrl),
  }
}
