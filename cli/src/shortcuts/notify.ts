import { randomUUID } from 'node:crypto'
import type { SendAgentNotificationBody, SentNotification } from '@atelier/sdk/src/index.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { connect } from '../client/connection.ts'
import { readGeneral, withGeneralOptions } from '../client/general-options.ts'
import { misused } from '../errors.ts'
import { textGiven } from '../operations/request.ts'
import { harmless, print } from '../output.ts'

import { awaitAnswer, printAnswer } from './await-answer.ts'
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
    .argument('<message>', 'one or two lines that do not repeat the title')
    .option('--body <markdown>', 'the email body in Markdown: text, @file, or - for standard input')
    .addOption(
      new Option(
        '--category <kind>',
        'kind of notification (default: done; with --ask: ask)',
      ).choices(names),
    )
    .option('--to <user>', 'id or email of a member (default: you)')
    .option('--thread <id>', 'thread id (default: a new thread)')
    .option('--link <url>', 'URL to open from the notification')
    .addOption(
      new Option('--ask <kind>', 'ask a question that takes this kind of answer').choices([
        'text',
        'choice',
        'approval',
      ]),
    )
    .option('--option <text>', 'an option of a choice; repeatable', collect)
    .option('--anyone', 'let every member of the workspace answer')
    .option('--expires <seconds>', 'seconds until the question expires', seconds)
    .option('--wait [seconds]', 'wait for the answer; the exit code shows the outcome', seconds)
    .addHelpText('after', afterHelp)
    .action(notify)
  return withGeneralOptions(command)
}

const afterHelp = `
With --wait, the answer is printed to standard output. The exit code is 0 for an answer, 11 for
"rejected", and 10 if nobody answered in time.

Examples:
  atelier notify "The report is ready" "Reach grew by 12 %."
  atelier notify "Publish now?" "All is set." --ask approval --wait 3600
  atelier notify "Which image?" "For the front page." --ask choice --option First --option Second --wait`

async function notify(
  title: string,
  message: string,
  options: Options,
  command: Command,
): Promise<void> {
  const { json } = readGeneral(command)
  requireSense(options)
  const client = await connect(readGeneral(command))
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
    ...(options.ask && { question: buildQuestion(options.ask, options) }),
  }
  const sent = await client.notifications.send(body)
  if (!options.ask || options.wait === undefined) return print(json, sent, sentInWords(sent))
  if (!json) process.stderr.write('Question sent. Waiting for the answer …\n')
  const patienceMs = typeof options.wait === 'number' ? options.wait * 1000 : undefined
  printAnswer(await awaitAnswer(client, threadId, sent.notification_id as string, patienceMs), json)
}

function sentInWords({ deliveries, thread_id }: SentNotification): string {
  const ways = deliveries.map(({ channel, status }) =>
    status === 'sent' ? channel : `${channel} (${status})`,
  )
  const by = ways.length > 0 ? `Sent by ${ways.join(', ')}.` : 'Saved, but not sent on any channel.'
  return `${by} Thread: ${harmless(String(thread_id))}`
}

function requireSense({ ask, option = [], category, wait }: Options): void {
  if (ask && category && category !== 'ask')
    throw misused('With --ask, the category must be "ask".')
  if (ask === 'choice' && option.length < 2)
    throw misused('A choice needs at least two --option values.')
  if (ask !== 'choice' && option.length > 0) throw misused('--option works only with --ask choice.')
  if (wait !== undefined && !ask) throw misused('--wait works only with --ask.')
}

function buildQuestion(kind: 'text' | 'choice' | 'approval', options: Options) {
  const expires = options.expires
  return {
    kind,
    ...(options.anyone && { answerable_by: 'anyone' as const }),
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
  throw new InvalidArgumentError('Must be a number of seconds.')
}
