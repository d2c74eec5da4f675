import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

export interface ProgramOptions {
  root: string
  /** The folder of the package. It repeats the tree of the repository, so relative paths stay valid. */
  target: string
  /** Source files, relative to the root. Everything that they import is included. */
  entries: string[]
  language: ts.ScriptTarget
  /** Modules that the package replaces: path of the source file to JavaScript. */
  replaced?: Record<string, string>
  /** Imports from the server stay as they are, and fail: the package has only the client. */
  isClientOnly?: boolean
}

/**
 * Writes the JavaScript of the entries and of everything that they import, file by file. Node can
 * run TypeScript directly, but not inside node_modules. Returns the packages that are imported.
 */
export async function buildProgram(options: ProgramOptions): Promise<Set<string>> {
  const { root, target, replaced = {} } = options
  const packages = new Set<string>()
  const seen = new Set(options.entries)
  for (const file of seen) {
    const isSource = file.endsWith('.ts')
    const to = join(target, isSource ? built(file) : file)
    await mkdir(dirname(to), { recursive: true })
    if (!isSource) {
      await copyFile(join(root, file), to)
      continue
    }
    const text = replaced[file] ?? transpiled(await readFile(join(root, file), 'utf8'), options)
    const output = new Module(file, text, options)
    for (const found of output.files) seen.add(found)
    for (const name of output.packages) packages.add(name)
    await writeFile(to, output.text)
  }
  return packages
}

function transpiled(text: string, { language }: ProgramOptions): string {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: language,
    verbatimModuleSyntax: true,
  }
  return ts.transpileModule(text, { compilerOptions }).outputText
}

/** A module with the imports of the package instead of those of the repository. */
class Module {
  text: string
  readonly files = new Set<string>()
  readonly packages = new Set<string>()
  readonly #file: string
  readonly #isClientOnly: boolean

  constructor(file: string, text: string, { isClientOnly = false }: ProgramOptions) {
    this.#file = file
    this.#isClientOnly = isClientOnly
    this.text = text
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      this.#redirect(fileName)
    }
    // Threads and child processes.
    for (const [, name] of text.matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)) {
      this.#redirect(name as string)
    }
  }

  #redirect(specifier: string): void {
    const source = this.#sourceOf(specifier)
    if (!source) {
      this.packages.add(packageOf(specifier))
      return
    }
    this.files.add(source)
    const path = relative(dirname(this.#file), built(source))
    const own = path.startsWith('.') ? path : `./${path}`
    this.text = this.text.replaceAll(`'${specifier}'`, `'${own}'`)
  }

  /** The file in the repository, or undefined for a package or a module of Node. */
  #sourceOf(specifier: string): string | undefined {
    if (specifier.startsWith('.')) return join(dirname(this.#file), specifier)
    const [scope, workspace, ...rest] = specifier.split('/')
    if (scope !== '@atelier') return undefined
    if (workspace === 'server') return this.#isClientOnly ? undefined : join('server/src', ...rest)
    if (rest.length === 0) return 'sdk/src/index.ts'
    return rest[0] === 'src' ? join('sdk', ...rest) : join('sdk/src', `${rest[0]}.ts`)
  }
}

function built(file: string): string {
  return file.replace(/\.ts$/, '.js')
}

function packageOf(specifier: string): string {
  const [first, second] = specifier.split('/')
  return specifier.startsWith('@') ? `${first}/${second}` : (first as string)
}
