import { type FormField, fieldValue, formFields } from '@atelier/sdk/src/form-fields.ts'
import { escapeHtml } from '../../../lib/escape-html.ts'
import type { WholeQuestion } from '../find-question.ts'
import type { AnswerValue } from '../question-body.ts'

const comment =
  '<label>Comment (optional) <textarea name="comment" rows="3" maxlength="10000"></textarea></label>'
const send = '<div class="buttons"><button class="first">Send answer</button></div>'

/** The fields of the answer page. They work without scripts. */
export function renderFields(
  question: WholeQuestion,
  chosen: string | undefined,
  given: URLSearchParams | undefined,
): string {
  const { kind, options, draft, fields } = question
  if (kind === 'approval') return `${comment}${renderDecisions('value', chosen)}`
  if (kind === 'edit') {
    const text = escapeHtml(given?.get('text') ?? draft ?? '')
    return `<label>Text <textarea name="text" rows="16" dir="auto">\n${text}</textarea></label>
      ${comment}${renderDecisions('decision', chosen)}`
  }
  if (kind === 'text') {
    return `<label>Your answer <textarea name="value" rows="6" maxlength="10000" required dir="auto"></textarea></label>${send}`
  }
  if (kind === 'form') {
    return `${formFields(fields ?? {})
      .map((field) => renderInput(field, given))
      .join('')}${comment}${send}`
  }
  if (kind === 'rank') return `${renderRank(options)}${comment}${send}`
  const type = kind === 'multi_choice' ? 'checkbox' : 'radio'
  const picked = given?.getAll('value') ?? (chosen === undefined ? [] : [chosen])
  const choices = options.map(
    ({
      value,
      label,
    }) => `<label class="option"><input type="${type}" name="value"${type === 'radio' ? ' required' : ''}
      value="${escapeHtml(value)}"${picked.includes(value) ? ' checked' : ''}> <span dir="auto">${escapeHtml(label)}</span></label>`,
  )
  const legend = kind === 'multi_choice' ? 'Choose all that apply' : 'Choose one'
  return `<fieldset><legend>${legend}</legend>${choices.join('')}</fieldset>${comment}${send}`
}

function renderDecisions(name: string, chosen: string | undefined): string {
  const rejects = chosen === 'rejected'
  return `<div class="buttons">
      <button name="${name}" value="approved" class="${rejects ? '' : 'first'}">Approve</button>
      <button name="${name}" value="rejected" class="${rejects ? 'first' : ''}">Reject</button></div>`
}

function renderRank(options: WholeQuestion['options']): string {
  const places = options.map((_, at) => at + 1)
  const rows = options.map(({ value, label }, place) => {
    const choices = places.map(
      (at) => `<option value="${at}"${at === place + 1 ? ' selected' : ''}>${at}</option>`,
    )
    return `<label class="option"><select name="rank:${escapeHtml(value)}">${choices.join('')}</select>
      <span dir="auto">${escapeHtml(label)}</span></label>`
  })
  return `<fieldset><legend>Put them in order: 1 is first</legend>${rows.join('')}</fieldset>`
}

function renderInput(field: FormField, given: URLSearchParams | undefined): string {
  const name = `name="field:${escapeHtml(field.name)}"`
  const initial = given?.get(`field:${field.name}`) ?? toText(field.initial)
  const label = `<span dir="auto">${escapeHtml(field.label)}${field.isRequired ? '' : ' (optional)'}</span>`
  const note = field.description
    ? `<span class="quiet" dir="auto">${escapeHtml(field.description)}</span>`
    : ''
  const required = field.isRequired ? ' required' : ''
  if (field.input === 'yes-no') {
    const checked = initial === 'true' || initial === 'on' ? ' checked' : ''
    return `<label class="option"><input type="checkbox" ${name}${checked}> ${label}</label>${note}`
  }
  if (field.input === 'choice' || field.input === 'choices') {
    const many = field.input === 'choices'
    const empty = many ? '' : '<option value=""></option>'
    const options = field.options.map(
      ({ value, label: words }) =>
        `<option value="${escapeHtml(value)}"${value === initial ? ' selected' : ''}>${escapeHtml(words)}</option>`,
    )
    return `<label>${label}${note}<select ${name}${many ? ' multiple' : required}>${empty}${options.join('')}</select></label>`
  }
  if (field.input === 'long-text' || field.input === 'json') {
    return `<label>${label}${note}<textarea ${name} rows="5" dir="auto"${required}>\n${escapeHtml(initial)}</textarea></label>`
  }
  const type = { number: 'number', date: 'date', time: 'datetime-local' }[field.input as string]
  const kind = type ?? (field.format === 'email' ? 'email' : 'text')
  const step = kind === 'number' && !field.isInteger ? ' step="any"' : ''
  return `<label>${label}${note}<input type="${kind}" ${name}${step} value="${escapeHtml(initial)}" dir="auto"${required}></label>`
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The answer in a submitted form. The use case checks it. */
export function readForm(question: WholeQuestion, form: URLSearchParams): AnswerValue {
  const { kind, options, fields } = question
  if (kind === 'multi_choice') return form.getAll('value').slice(0, 50)
  if (kind === 'rank') {
    const place = ({ value }: { value: string }) => Number(form.get(`rank:${value}`) ?? 0)
    return options.toSorted((a, b) => place(a) - place(b)).map(({ value }) => value)
  }
  if (kind === 'edit') {
    // Browsers send line breaks as CRLF.
    const text = form.get('text')?.replaceAll('\r\n', '\n')
    return { decision: form.get('decision') ?? '', ...(text !== undefined && { text }) }
  }
  if (kind === 'form') {
    return Object.fromEntries(
      formFields(fields ?? {}).flatMap((field) => {
        const value = readField(field, form.getAll(`field:${field.name}`))
        return value === undefined ? [] : [[field.name, value]]
      }),
    )
  }
  return form.get('value')?.trim().slice(0, 10_000) ?? ''
}

function readField(field: FormField, values: string[]): unknown {
  if (field.input === 'choices') return values
  if (field.input === 'yes-no') return values.length > 0
  return fieldValue(field, (values[0] ?? '').replaceAll('\r\n', '\n').slice(0, 100_000))
}
