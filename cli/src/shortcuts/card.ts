import type { Atelier, BoardTask } from '@atelier/sdk/src/index.ts'
import { Command, Option } from 'commander'
import { connect } from '../client/connection.ts'
import { readGeneral, withGeneralOptions } from '../client/general-options.ts'
import { misused, notFound } from '../errors.ts'
import { textGiven } from '../operations/request.ts'
import { harmless, print } from '../output.ts'
import { memberNamed } from './member-named.ts'
import { showCard } from './show-card.ts'

interface AddOptions {
  board?: string
  column?: string
  description?: string
  priority?: 'low' | 'medium' | 'high' | 'urgent'
  due?: string
  assign?: string[]
  tag?: string[]
}

export function cardCommand(): Command {
  return withGeneralOptions(new Command('card'))
    .enablePositionalOptions()
    .usage('<card> | <command>')
    .argument('[card]', 'card to show: slug, such as LAUNCH-12, or id')
    .addHelpText(
      'after',
      '\nExamples:\n  atelier card LAUNCH-1\n  atelier card move LAUNCH-1 "In Progress"',
    )
    .action(async (wanted: string | undefined, _options: unknown, command: Command) => {
      if (wanted === undefined) return command.help({ error: true })
      // Slugs and ids have digits.
      if (!/\d/.test(wanted)) {
        throw misused(
          `"${harmless(wanted)}" is neither a card, such as LAUNCH-12, nor a command. Help: atelier card --help`,
        )
      }
      await showCard(await connect(readGeneral(command)), wanted, readGeneral(command).json)
    })
    .addCommand(
      withGeneralOptions(new Command('show'))
        .argument('<card>', 'slug or id')
        .description('show a card; the same as atelier card <card>')
        .action(async (wanted: string, _options: unknown, command: Command) => {
          await showCard(await connect(readGeneral(command)), wanted, readGeneral(command).json)
        }),
    )
    .addCommand(addCardCommand())
    .addCommand(
      withGeneralOptions(new Command('move'))
        .argument('<card>', 'slug or id')
        .argument('<column>', 'title of a column, or the start of it')
        .description('move a card to another column of its board')
        .addHelpText('after', '\nExample:\n  atelier card move LAUNCH-1 "In Progress"')
        .action(move),
    )
    .addCommand(
      withGeneralOptions(new Command('comment'))
        .argument('<card>', 'slug or id')
        .argument('<text>', 'Markdown, @file, or - for standard input')
        .description('comment on a card')
        .addHelpText('after', '\nExample:\n  atelier card comment LAUNCH-1 "Looks good."')
        .action(comment),
    )
    .addCommand(
      withGeneralOptions(new Command('done'))
        .argument('<card>', 'slug or id')
        .description('complete a card')
        .addHelpText('after', '\nExample:\n  atelier card done LAUNCH-1')
        .action(done),
    )
}

function addCardCommand(): Command {
  const priorities = ['low', 'medium', 'high', 'urgent']
  return withGeneralOptions(new Command('add'))
    .argument('<title>', 'title of the card')
    .option('--board <board>', 'slug or id (default: the only board)')
    .option('--column <title>', 'column (default: the first)')
    .option('--description <text>', 'description')
    .addOption(new Option('--priority <priority>').choices(priorities))
    .option('--due <date>', 'YYYY-MM-DD')
    .option('--assign <who>', 'id or email of a member, or me; repeatable', collect)
    .option('--tag <name>', 'tag; repeatable', collect)
    .description('create a card')
    .addHelpText(
      'after',
      '\nExample:\n  atelier card add "Write the announcement" --board launch --priority high',
    )
    .action(add)
}

async function add(title: string, options: AddOptions, command: Command): Promise<void> {
  const client = await connect(readGeneral(command))
  const board = options.board ?? (await onlyBoard(client))
  const { column, description, priority, due, assign, tag } = options
  const task = await client.boardTasks.create({
    board,
    title,
    ...(column !== undefined && { status: (await columnNamed(client, board, column)).id }),
    ...(description !== undefined && { description }),
    ...(priority && { priority }),
    ...(due !== undefined && { due_date: due }),
    ...(assign && { assignees: await Promise.all(assign.map((who) => memberNamed(client, who))) }),
    ...(tag && { tags: tag }),
  })
  tell(command, task, 'Created')
}

async function move(wanted: string, column: string, _options: unknown, command: Command) {
  const client = await connect(readGeneral(command))
  const { board } = await client.boardTasks.get(wanted)
  const status = await columnNamed(client, board as string, column)
  const task = await client.boardTasks.move(wanted, { status: status.id })
  tell(command, task, `Moved to ${status.title}:`)
}

async function comment(wanted: string, text: string, _options: unknown, command: Command) {
  const { json, ...given } = readGeneral(command)
  // A mention starts like @file does.
  const isMention = text.startsWith('@[')
  const client = await connect(given)
  const made = await client.comments.create({
    content_type: 'task',
    object_pk: wanted,
    comment: isMention ? text : await textGiven(text, '<text>'),
  })
  print(json, made, `Commented on ${harmless(wanted)}.`)
}

async function done(wanted: string, _options: unknown, command: Command) {
  const client = await connect(readGeneral(command))
  tell(command, await client.boardTasks.update(wanted, { complete: true }), 'Done:')
}

function tell(command: Command, task: BoardTask, what: string): void {
  print(readGeneral(command).json, task, harmless(`${what} ${task.slug}  ${task.title}`))
}

async function onlyBoard(client: Atelier): Promise<string> {
  const { results } = await client.boards.list({ page_size: 100 })
  if (results.length === 1) return results[0]?.id as string
  const slugs = results.map(({ slug }) => slug).join(', ')
  throw misused(
    results.length === 0
      ? 'There is no board yet.'
      : `Choose a board with --board. Available: ${slugs}`,
  )
}

async function columnNamed(client: Atelier, board: string, wanted: string) {
  const statuses = []
  for await (const status of client.boards.listStatuses.all(board)) statuses.push(status)
  const lower = wanted.toLowerCase()
  const found =
    statuses.find(({ id, title }) => id === wanted || title.toLowerCase() === lower) ??
    statuses.find(({ title }) => title.toLowerCase().startsWith(lower))
  if (found) return found
  const titles = statuses.map(({ title }) => title).join(', ')
  throw notFound(`There is no column "${harmless(wanted)}". Available: ${harmless(titles)}`)
}

function collect(text: string, before: string[] = []): string[] {
  return [...before, text]
}
