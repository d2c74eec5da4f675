import { randomUUID } from 'node:crypto'
import type { SendAgentNotificationBody, SentNotification } from '@atelier/sdk/src/index.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { connect } from '../client/connect.ts'
import { generalOf, withGeneralOptions } from '../client/general-options.ts'
import { misused } from '../errors.ts'
import { textGiven } from '../operations/request.ts'
import { harmless, print } from '../output.ts'

import { answerTo, printAnswer } from './await-answer.ts'
import { memberNamed } from './member-named.ts'

const categories = {
  done: 'agentTaskCompleted',
  ask: 'agentNeedsInput',
  error: 'agentError',
  progress: 'agentProgress',
  nudge: 'agentNudge',
} as const

interface Options {
  category?: keyof typeof categories
  body?: string
  to?: string
  thread?: string
  link?: string
  ask?: 'text' | 'choice' | 'approval'
  option?: string[]
  anyone?: boolean
  expires?: number
  wait?: boolean | number
}

export function notifyCommand(): Command {
  const names = Object.keys(categories)
  const command = new Command('notify')
    .argument('<title>', 'a short headline')
    .argument('<message>', 'one or two lines that do not repeat it')
    .option('--body <markdown>', 'the whole mail, in Markdown: a text, @file, or -')
    .addOption(
      new Option('--category <kind>', 'what it is (default: done; with --ask: ask)').choices(names),
    )
    .option('--to <user>', 'id or address of a member (default: you)')
    .option('--thread <id>', 'the thread that it belongs to (default: a new one)')
    .option('--link <url>', 'where it leads')
    .addOption(
      new Option('--ask <kind>', 'wait for an answer of this kind').choices([
        'text',
        'choice',
        'approval',
      ]),
    )
    .option('--option <text>', 'what a choice is between; several times', collect)
    .option('--anyone', 'everyone in the workspace may answer')
    .option('--expires <seconds>', 'when the question is no longer open', seconds)
    .option('--wait [seconds]', 'wait for the answer, and end with a code that says which', seconds)
    .addHelpText('after', afterHelp)
    .action(notify)
  return withGeneralOptions(command)
}

const afterHelp = `
With --wait the answer goes to standard output; the exit code is 0 for an answer, 11 for
"rejected", 10 when nobody answered in time.

Examples:
  atelier notify "The report is ready" "Reach grew by 12 %."
  atelier notify "Publish now?" "All is set." --ask approval --wait 3600
  atelier notify "Which picture?" "For the front page." --ask choice --option First --option Second --wait`

async function notify(
  title: string,
  message: string,
  options: Options,
  command: Command,
): Promise<void> {
  const { json } = generalOf(command)
  requireSense(options)
  const client = await connect(generalOf(command))
  const { user, workspace } = await client.workspaces.getCurrent()
  const threadId = options.thread ?? `cli-${randomUUID()}`
  const body: SendAgentNotificationBody = {
    userId:
      options.to === undefined ? String(user.id) : String(await memberNamed(client, options.to)),
    workspaceId: String(workspace.id),
    title,
    message,
    category: categories[options.category ?? (options.ask ? 'ask' : 'done')],
    threadId,
    ...(options.body !== undefined && { body: await textGiven(options.body, '--body') }),
    ...(options.link !== undefined && { link: options.link }),
    ...(options.ask && { question: questionOf(options.ask, options) }),
  }
  const sent = await client.notifications.send(body)
  if (!options.ask || options.wait === undefined) return print(json, sent, sentInWords(sent))
  if (!json) process.stderr.write('Asked. Waiting for the answer …\n')
  const patienceMs = typeof options.wait === 'number' ? options.wait * 1000 : undefined
  printAnswer(await answerTo(client, threadId, sent.notification_id as string, patienceMs), json)
}

function sentInWords({ deliveries, thread_id }: SentNotification): string {
  const ways = deliveries.map(({ channel, status }) =>
    status === 'sent' ? channel : `${channel} (${status})`,
  )
  const by = ways.length > 0 ? `Sent by ${ways.join(', ')}.` : 'Kept, but sent by no way.'
  return `${by} Its thread: ${harmless(String(thread_id))}`
}

function requireSense({ ask, option = [], category, wait }: Options): void {
  if (ask && category && category !== 'ask') throw misused('A question has the category "ask".')
  if (ask === 'choice' && option.length < 2) throw misused('A choice needs two --option or more.')
  if (ask !== 'choice' && option.length > 0) throw misused('--option is for --ask choice.')
  if (wait !== undefined && !ask) throw misused('--wait is for --ask: nothing else is answered.')
}

function questionOf(kind: 'text' | 'choice' | 'approval', options: Options) {
  const expires = options.expires
  return {
    kind,
    answerable_by: options.anyone ? ('anyone' as const) : ('user' as const),
    ...(options.option && { options: options.option }),
    ...(expires !== undefined && {
      expires_at: new Date(Date.now() + expires * 1000).toISOString(),
    }),
  }
}

function collect(text: string, before: string[] = []): string[] {
  return [...before, text]
}

function seconds(text: string): number {
  if (/^\d+$/.test(text) && Number(text) > 0) return Number(text)
  throw new InvalidArgumentError('It is a number of seconds.')
}
