import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Atelier,
  AtelierError,
  isSameJson,
  JsonError,
  type JsonNode,
  JsonText,
  type JsonVersions,
  memberOf,
  mergeJson,
  objectNode,
  type Project,
  parseJson,
  pointerTo,
  writeJson,
} from '@atelier/sdk/src/index.ts'
import type { Command } from 'commander'
import { connect } from '../client/connection.ts'
import { readGeneral } from '../client/general-options.ts'
import { CommandError } from '../errors.ts'
import { exitCode } from '../exit-codes.ts'
import { print } from '../output.ts'
import { ask } from '../profiles/ask.ts'
import { table } from '../terminal/table.ts'
import { editFile } from './edit-text.ts'

interface Version {
  /** With exact digits. */
  data: JsonNode
  etag: string
  revision: number
}

/** Opens the data in an editor and sends it; the file stays until the server has accepted it. */
export async function editProject(
  type: string,
  id: string,
  { mine = false }: { mine?: boolean },
  command: Command,
): Promise<void> {
  const given = readGeneral(command)
  const client = await connect(given)
  const before = await read(client, type, id)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-edit-'))
  const file = join(folder, `${type}-${id}.json`.replaceAll(/[^\w.-]/g, '_'))
  await writeFile(file, forEditor(before.data), { mode: 0o600 })
  try {
    const data = await edited(file)
    if (isSameJson(data, before.data)) {
      await rm(folder, { recursive: true })
      return print(given.json, { changed: false }, 'No changes.')
    }
    const saved = await save(client, { type, id, file, mine }, before, data)
    await rm(folder, { recursive: true })
    const also = saved.revision > before.revision + 1 ? ', merged with changes by others' : ''
    print(given.json, saved, `Saved as revision ${saved.revision}${also}.`)
  } catch (error) {
    process.stderr.write(`Your text is saved in ${file}\n`)
    throw error
  }
}

function forEditor(data: JsonNode): string {
  return `${writeJson(data, 2)}\n`
}

async function edited(file: string): Promise<JsonNode> {
  for (;;) {
    const read = parseObject(await editFile(file))
    if (typeof read !== 'string') return read
    const message = `The text is not a JSON object. ${read}`
    const answer = process.stdin.isTTY ? await ask(`${message} Edit it again? [Y/n] `) : 'n'
    if (/^n/i.test(answer)) throw new CommandError('not_json', exitCode.misused, message)
  }
}

/** Parses an object, or returns why the text isn't one. */
function parseObject(text: string): JsonNode | string {
  try {
    const node = parseJson(text)
    return node.kind === 'object' ? node : 'It must start with {.'
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return `Line ${error.line}, column ${error.column}: ${error.message}`
  }
}

interface Target {
  type: string
  id: string
  file: string
  mine: boolean
}

/** Sends the data. If others changed the same values, merges the two, and may send the result. */
async function save(
  client: Atelier,
  target: Target,
  base: Version,
  data: JsonNode,
): Promise<Project> {
  const { type, id, file, mine } = target
  try {
    const body = new JsonText(writeJson(objectNode([['data', data]])))
    const headers = { 'if-match': base.etag }
    return await client.projects.update(type, id, body as object, { headers })
  } catch (error) {
    if (!(error instanceof AtelierError) || !isMergeConflict(error)) throw error
    process.stderr.write(`${conflictTable(error)}\n`)
    const current = await read(client, type, id)
    const merged = withMine({ base: base.data, theirs: current.data, mine: data })
    await writeFile(file, forEditor(merged))
    const choice = mine ? 'm' : process.stdin.isTTY ? await askHow() : 's'
    if (/^m/i.test(choice)) return save(client, target, current, merged)
    if (/^e/i.test(choice)) return save(client, target, current, await edited(file))
    throw error
  }
}

/** Both changes merged; mine wins the conflicts. */
function withMine(versions: JsonVersions): JsonNode {
  const { conflicts } = mergeJson(versions)
  const choices = conflicts.map(({ path }) => [pointerTo(path), 'mine'] as const)
  return mergeJson(versions, new Map(choices)).node
}

function isMergeConflict({ status, problem }: AtelierError): boolean {
  return status === 409 && Array.isArray(problem.conflicts)
}

async function askHow(): Promise<string> {
  process.stderr.write(
    '\nThe file has both changes, and yours where they conflict. [e] edit, [m] save, [s] stop\n',
  )
  return ask('> ')
}

function conflictTable({ problem }: AtelierError): string {
  const rows = (problem.conflicts as Record<string, unknown>[]).map((conflict) => [
    String(conflict.path),
    ...['base', 'current', 'yours'].map((side) =>
      side in conflict ? JSON.stringify(conflict[side]) : '(nothing)',
    ),
  ])
  return table([['CONFLICT', 'BEFORE', 'NOW', 'YOURS'], ...rows])
}

async function read(client: Atelier, type: string, id: string): Promise<Version> {
  let copy: Response | undefined
  const project = await client.projects.get(type, id, {
    onResponse: (response) => {
      copy = response.clone()
    },
  })
  const data = memberOf(parseJson((await copy?.text()) ?? '{}'), 'data') as JsonNode
  return { data, etag: copy?.headers.get('etag') ?? '*', revision: project.revision }
}
