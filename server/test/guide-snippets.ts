import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const docs = join(import.meta.dirname, '../../docs')

export interface Snippet {
  /** The text after the three backticks: `sh`, `json call board`. */
  kind: string
  code: string
  /** The heading above it. */
  heading: string
}

/** The snippets of a page, with some of its texts replaced: the URL of the service, a key. */
export async function readSnippets(
  page: string,
  replaced: Record<string, string>,
): Promise<Snippet[]> {
  const text = await readFile(join(docs, page), 'utf8')
  let heading = ''
  const parts = text.matchAll(/^#+ (.+)$|^```(\w.*)\n([\s\S]*?)^```$/gm)
  return [...parts].flatMap(([, title, kind = '', code = '']) => {
    if (title !== undefined) {
      heading = title
      return []
    }
    const filled = Object.entries(replaced).reduce(
      (result, [from, to]) => result.replaceAll(from, to),
      code,
    )
    return { kind, heading, code: filled }
  })
}

/** The pages for readers, relative to `docs`. Decisions and promises have no commands to follow. */
export async function pagesWithSnippets(): Promise<string[]> {
  const names = await readdir(docs, { recursive: true })
  const others = ['../README.md', '../sdk/README.md', '../python/README.md', '../CONTRIBUTING.md']
  return [...names.filter((name) => name.endsWith('.md')), ...others]
}

/** The commands of a script, each with the lines that continue it. */
export function splitCommands(script: string): string[] {
  const commands: string[] = []
  let open: string[] = []
  for (const line of script.split('\n')) {
    open.push(line)
    const command = open.join('\n')
    const withoutComments = command.replaceAll(/(^| )# .*$/gm, '')
    const isQuoted = withoutComments.replaceAll(/"[^"']*"/g, '').split("'").length % 2 === 0
    if (line.endsWith('\\') || isQuoted) continue
    if (withoutComments.trim() !== '') commands.push(command)
    open = []
  }
  if (open.length > 0) throw new Error(`A command does not end: ${open.join('\n')}`)
  return commands
}

export const joinCode = (snippets: Snippet[], kind: string) =>
  snippets
    .filter((one) => one.kind === kind)
    .map(({ code }) => code)
    .join('\n')

/** Node for scripts that call it by name, and nothing of the settings of the person who tests. */
export const cleanEnvironment = {
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: tmpdir(),
}

/** Runs a script as a reader would paste it; any failing command fails it. */
export async function runShell(script: string, cwd: string): Promise<string[]> {
  const options = { cwd, env: cleanEnvironment }
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], options)
  return stdout.trim().split('\n')
}
