import type { Notification } from '@atelier/sdk/src/index.ts'
import { Command } from 'commander'
import { connect } from '../client/connection.ts'
import { readGeneral, withGeneralOptions } from '../client/general-options.ts'
import { misused, notFound } from '../errors.ts'
import { harmless, print } from '../output.ts'
import { paint } from '../terminal/screen.ts'
import { table } from '../terminal/table.ts'
import { harmlessLines, minute } from '../terminal/words.ts'

export function inboxCommand(): Command {
  return withGeneralOptions(new Command('inbox'))
    .enablePositionalOptions()
    .option('--all', 'include notifications you have read')
    .addHelpText(
      'after',
      '\nExamples:\n  atelier inbox\n  atelier inbox read 8d0f6a52\n  atelier inbox answer 8d0f6a52 approved',
    )
    .action(list)
    .addCommand(
      withGeneralOptions(new Command('read'))
        .argument('<id>', 'notification id, or the start of it')
        .description('show a notification and mark it as read')
        .addHelpText('after', '\nExample:\n  atelier inbox read 8d0f6a52')
        .action(read),
    )
    .addCommand(
      withGeneralOptions(new Command('answer'))
        .argument('<id>', 'id of a notification with a question, or the start of it')
        .argument(
          '<value>',
          'text, one of the options, approved or rejected, or JSON for lists and forms',
        )
        .option('--comment <text>', 'a comment on your answer')
        .description('answer a question')
        .addHelpText(
          'after',
          '\nExample:\n  atelier inbox answer 8d0f6a52 approved --comment "Good work."',
        )
        .action(answer),
    )
}

async function list({ all }: { all?: boolean }, command: Command): Promise<void> {
  const given = readGeneral(command)
  const client = await connect(given)
  const { results, count } = await client.notifications.list({
    page_size: 100,
    ...(!all && { unread: true }),
  })
  const rows = results.map((one) => [
    one.id.slice(0, 8),
    minute(one.created_at).slice(5),
    harmless(one.sender?.name ?? ''),
    one.title,
    asks(one),
  ])
  const more = count > results.length ? `\n\nThe newest ${results.length} of ${count}.` : ''
  const text =
    rows.length === 0
      ? 'No unread notifications.'
      : table([['ID', 'TIME', 'FROM', 'TITLE', 'ANSWER'], ...rows], { whole: [0, 1, 4] }) + more
  print(given.json, results, text)
}

/** The kind of an open question, or the outcome of one that has ended. */
function asks({ question }: Notification): string {
  if (!question) return ''
  return question.status === 'open' ? question.kind : question.status
}

async function read(id: string, _options: unknown, command: Command): Promise<void> {
  const given = readGeneral(command)
  const client = await connect(given)
  const found = await theOne(client, id)
  const marked = await client.notifications.mark(found.id, { action: 'read' })
  print(given.json, marked, whole(marked))
}

function whole(one: Notification): string {
  const { question } = one
  const values = question?.status === 'open' ? describeAnswers(question) : undefined
  return [
    paint('bold', harmless(one.title)),
    paint('dim', `${minute(one.created_at)}  ${harmless(one.sender?.name ?? '')}  ${one.category}`),
    '',
    harmlessLines(one.body || one.message),
    ...(one.url ? ['', paint('dim', harmless(one.url))] : []),
    ...(values
      ? ['', `Answer with: atelier inbox answer ${one.id.slice(0, 8)} <${harmless(values)}>`]
      : []),
    ...(question?.answer ? ['', `Answered: ${harmless(String(question.answer.value))}`] : []),
  ].join('\n')
}

function describeAnswers({ kind, options }: NonNullable<Notification['question']>): string {
  if (kind === 'choice') return options.map(({ value }) => value).join(' | ')
  return kind === 'approval' ? 'approved | rejected' : 'text'
}

async function answer(
  id: string,
  value: string,
  { comment }: { comment?: string },
  command: Command,
): Promise<void> {
  const given = readGeneral(command)
  const client = await connect(given)
  const { question } = await theOne(client, id)
  if (!question) throw misused('This notification has no question to answer.')
  const answered = await client.questions.answer(question.id, {
    value: typedValue(question.kind, value),
    ...(comment !== undefined && { comment }),
  })
  print(given.json, answered, `Answered "${harmless(answered.title)}" with: ${harmless(value)}`)
}

/** Lists and objects are written as JSON; everything else is text. */
function typedValue(kind: string, text: string): string | string[] | Record<string, unknown> {
  if (!['form', 'edit', 'rank', 'multi_choice'].includes(kind)) return text
  if (kind === 'edit' && !text.startsWith('{')) return text
  try {
    return JSON.parse(text)
  } catch {
    throw misused(`The answer to this ${kind} question must be JSON, such as ["a", "b"].`)
  }
}

/** Finds a notification by its id, or by the prefix that the list shows. */
async function theOne(
  client: Awaited<ReturnType<typeof connect>>,
  id: string,
): Promise<Notification> {
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id)) return client.notifications.get(id)
  const found: Notification[] = []
  for await (const one of client.notifications.list.all()) {
    if (one.id.startsWith(id.toLowerCase())) found.push(one)
    if (found.length > 1)
      throw misused(`Several notifications begin with ${id}. Use more characters of the id.`)
  }
  if (found[0]) return found[0]
  throw notFound(`No notification in your inbox begins with ${harmless(id)}.`)
}
