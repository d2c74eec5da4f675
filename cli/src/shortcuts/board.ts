import type { Atelier, Board, BoardTask } from '@atelier/sdk/src/index.ts'
import { Command } from 'commander'
import { connect } from '../client/connection.ts'
import { readGeneral, withGeneralOptions } from '../client/general-options.ts'
import { print } from '../output.ts'
import { boardLines, type Column } from '../terminal/board-lines.ts'
import { list } from '../terminal/list.ts'

export function boardCommand(): Command {
  return withGeneralOptions(new Command('board'))
    .argument('[board]', 'slug or id (default: the only board, or a list of boards)')
    .option('--done', 'also show completed tasks')
    .addHelpText('after', '\nExample:\n  atelier board launch')
    .action(show)
}

async function show(
  wanted: string | undefined,
  { done }: { done?: boolean },
  command: Command,
): Promise<void> {
  const given = readGeneral(command)
  const client = await connect(given)
  const board = wanted === undefined ? await onlyBoard(client) : await client.boards.get(wanted)
  if (Array.isArray(board)) {
    const text =
      board.length === 0
        ? 'There are no boards yet. Create one with: atelier boards create --title <title>'
        : `${list(board)}\n\nShow one with: atelier board <slug>`
    return print(given.json, board, text)
  }
  const columns = await readColumns(client, board, done === true)
  print(given.json, { board, columns }, boardLines(board.title, columns))
}

async function onlyBoard(client: Atelier): Promise<Board | Board[]> {
  const { results } = await client.boards.list({ page_size: 100 })
  return results.length === 1 ? (results[0] as Board) : results
}

async function readColumns(client: Atelier, board: Board, withDone: boolean): Promise<Column[]> {
  const statuses = []
  for await (const status of client.boards.listStatuses.all(board.id)) statuses.push(status)
  const tasks: BoardTask[] = []
  for await (const task of client.boardTasks.list.all({ board: board.id, sort: 'order' }))
    tasks.push(task)
  return statuses.map(({ id, title }) => {
    const own = tasks.filter(({ status }) => status === id)
    const shown = withDone ? own : own.filter(({ complete }) => !complete)
    return { title, tasks: shown, hidden: own.length - shown.length }
  })
}
