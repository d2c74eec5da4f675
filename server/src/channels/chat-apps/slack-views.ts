import { type FormField, fieldValue, formFields } from '@atelier/sdk/src/form-fields.ts'
import { cutAtWord } from '../../lib/cut-text.ts'
import { escapeText } from '../chat/slack-inline.ts'
import { type DoorMessage, needsForm } from './door-message.ts'

const plain = (text: string, max: number) => ({
  type: 'plain_text',
  text: cutAtWord(text, max) || '–',
})
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text: cutAtWord(text, 2900) || '–' })

/** Slack's limit for the text of an input. */
export const maxInputLength = 3000
const maxButtons = 5

/** Whether a modal can hold the question; otherwise the message links to the console. */
export function fitsModal({ kind, draft, fields }: DoorMessage): boolean {
  if (kind === 'edit') return (draft ?? '').length <= maxInputLength
  return kind !== 'form' || formFields(fields ?? {}).length <= 20
}

/** The message with its buttons, or with its outcome. */
export function slackMessage(message: DoorMessage): { text: string; blocks: object[] } {
  const { title, sender, workspace, ended, progress, expiresAt } = message
  const text = message.message === title ? '' : `\n${escapeText(message.message)}`
  const until = expiresAt
    ? ` · until <!date^${Math.floor(expiresAt.getTime() / 1000)}^{date_short_pretty} {time}|${expiresAt.toISOString()}>`
    : ''
  const footer = `${escapeText(sender)} in ${escapeText(workspace)}${ended ? '' : until}`
  return {
    text: cutAtWord(escapeText(ended ? `${title}: ${ended}` : title), 2900),
    blocks: [
      { type: 'section', text: mrkdwn(`*${escapeText(title)}*${text}`) },
      ...(progress ? [{ type: 'context', elements: [mrkdwn(escapeText(progress))] }] : []),
      ...(ended
        ? [{ type: 'section', text: mrkdwn(escapeText(ended)) }]
        : [
            {
              type: 'actions',
              block_id: `q:${message.questionId}`,
              elements: buildElements(message),
            },
          ]),
      { type: 'context', elements: [mrkdwn(footer)] },
    ],
  }
}

function buildElements(message: DoorMessage): object[] {
  const { questionId, kind, options, url } = message
  const open = { type: 'button', action_id: 'console', text: plain('Open in Atelier', 75), url }
  const answer = (value: string, label: string, at: number, style?: string) => ({
    type: 'button',
    action_id: `answer:${at}`,
    text: plain(label, 75),
    // The value is the position: labels may be longer than a button's value.
    value: `${questionId}:${value}`,
    ...(style && { style }),
  })
  const form = {
    type: 'button',
    action_id: 'form',
    text: plain(kind === 'edit' ? 'Edit' : 'Answer', 75),
    value: questionId,
  }
  if (message.needsSession) return [open]
  if (kind === 'approval' || kind === 'edit') {
    const approve = answer('approved', 'Approve', 0, 'primary')
    const reject = answer('rejected', 'Reject', 1, 'danger')
    return [approve, reject, ...(kind === 'edit' && fitsModal(message) ? [form] : []), open]
  }
  if (needsForm(message)) return fitsModal(message) ? [form, open] : [open]
  if (options.length <= maxButtons) {
    return [...options.map(({ label }, at) => answer(String(at), label, at)), open]
  }
  const choices = options.map(({ label }, at) => ({
    text: plain(label, 75),
    value: `${questionId}:${at}`,
  }))
  const select = { type: 'static_select', action_id: 'answer:select', options: choices }
  return [{ ...select, placeholder: plain('Choose', 75) }, open]
}

/** The modal with the fields of a question. */
export function slackModal(message: DoorMessage, privateMetadata: string): object {
  return {
    type: 'modal',
    callback_id: 'answer',
    private_metadata: privateMetadata,
    title: plain('Answer', 24),
    submit: plain('Send', 24),
    close: plain('Cancel', 24),
    blocks: [
      { type: 'section', text: mrkdwn(`*${escapeText(message.title)}*`) },
      ...buildInputs(message),
      ...(message.kind === 'text' ? [] : [commentInput]),
    ],
  }
}

const commentInput = {
  type: 'input',
  block_id: 'comment',
  optional: true,
  label: plain('Comment', 100),
  element: {
    type: 'plain_text_input',
    action_id: 'v',
    multiline: true,
    max_length: maxInputLength,
  },
}

function buildInputs({ kind, options, draft, fields }: DoorMessage): object[] {
  const choices = options.map(({ label }, at) => ({ text: plain(label, 75), value: String(at) }))
  const input = (
    block_id: string,
    label: string,
    element: object,
    optional = false,
    hint = '',
  ) => ({
    type: 'input',
    block_id,
    optional,
    label: plain(label, 2000),
    element: { action_id: 'v', ...element },
    ...(hint && { hint: plain(hint, 2000) }),
  })
  if (kind === 'multi_choice') {
    return [input('value', 'Choose', { type: 'checkboxes', options: choices.slice(0, 10) }, true)]
  }
  if (kind === 'rank') {
    return options.map((_, at) =>
      input(`rank:${at}`, `${at + 1}.`, {
        type: 'static_select',
        options: choices,
        initial_option: choices[at],
      }),
    )
  }
  if (kind === 'edit') {
    const decision = ['approved', 'rejected'].map((value) => ({
      text: plain(value === 'approved' ? 'Approve' : 'Reject', 75),
      value,
    }))
    return [
      input('text', 'Text', {
        type: 'plain_text_input',
        multiline: true,
        initial_value: draft ?? '',
      }),
      input('decision', 'Decision', {
        type: 'radio_buttons',
        options: decision,
        initial_option: decision[0],
      }),
    ]
  }
  if (kind === 'form') {
    return formFields(fields ?? {}).map((field) =>
      input(
        `field:${field.name}`.slice(0, 255),
        field.label,
        buildElement(field),
        !field.isRequired,
        field.description,
      ),
    )
  }
  return [input('value', 'Your answer', { type: 'plain_text_input', multiline: true })]
}

function buildElement(field: FormField): object {
  const options = field.options.map(({ value, label }) => ({
    text: plain(label, 75),
    value: value.slice(0, 150),
  }))
  if (field.input === 'choice') return { type: 'static_select', options }
  if (field.input === 'choices') return { type: 'multi_static_select', options }
  if (field.input === 'yes-no') {
    return {
      type: 'static_select',
      options: [
        { text: plain('Yes', 75), value: 'true' },
        { text: plain('No', 75), value: 'false' },
      ],
    }
  }
  if (field.input === 'date') return { type: 'datepicker' }
  const initial = typeof field.initial === 'string' || typeof field.initial === 'number'
  return {
    type: 'plain_text_input',
    multiline: field.input === 'long-text' || field.input === 'json',
    ...(initial && { initial_value: String(field.initial) }),
  }
}

type State = Record<string, Record<string, Record<string, unknown>>>

/** The answer in a submitted modal; the use case checks it. */
export function modalAnswer(
  { kind, options, fields }: Pick<DoorMessage, 'kind' | 'options' | 'fields'>,
  values: State,
): { value: string | string[] | Record<string, unknown>; comment: string | undefined } {
  const of = (block: string) => values[block]?.v ?? {}
  const text = (block: string) => {
    const { value } = of(block)
    return typeof value === 'string' ? value : ''
  }
  const picked = (block: string) =>
    String((of(block).selected_option as { value?: string } | null)?.value ?? '')
  const many = (block: string) =>
    ((of(block).selected_options as { value: string }[] | undefined) ?? []).map(
      ({ value }) => value,
    )
  const findOption = (at: string) => options[Number(at)]?.value ?? ''
  const comment = text('comment') || undefined
  if (kind === 'multi_choice') return { value: many('value').map(findOption), comment }
  if (kind === 'rank')
    return { value: options.map((_, at) => findOption(picked(`rank:${at}`))), comment }
  if (kind === 'edit')
    return { value: { decision: picked('decision'), text: text('text') }, comment }
  if (kind !== 'form') return { value: text('value'), comment }
  const entries = formFields(fields ?? {}).flatMap((field) => {
    const block = `field:${field.name}`.slice(0, 255)
    const typed = text(block) || picked(block) || String(of(block).selected_date ?? '')
    const value = field.input === 'choices' ? many(block) : fieldValue(field, typed)
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return { value: Object.fromEntries(entries), comment }
}
