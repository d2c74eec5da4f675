import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The repository or the installed package, seen from here and from a build in `dist/program`. */
const root = join(import.meta.dirname, '../../..')

/** A file or folder that is shipped with the code, such as `docs`. */
export function shippedPath(path: string): string {
  return join(root, path)
}

/** What a child process or a thread runs: a source file, or the build of it beside our own. */
export function programFile(source: string): URL {
  const isBuilt = import.meta.filename.endsWith('.js')
  const built = () => join(import.meta.dirname, `${basename(source, '.ts')}.js`)
  return pathToFileURL(isBuilt ? built() : shippedPath(source))
}
