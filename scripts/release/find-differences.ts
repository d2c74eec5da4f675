import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { release } from './config.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The files whose version or names differ from config.ts, each with a sentence. */
export function findDifferences(): string[] {
  const { version, names, pythonName, mcpName } = release
  const differences: string[] = []
  const compare = (file: string, field: string, found: unknown, wanted: string) => {
    if (found !== wanted) differences.push(`${file}: ${field} is ${found}, not ${wanted}.`)
  }
  for (const part of ['cli', 'sdk', 'server', 'web', 'bench']) {
    const file = `${part}/package.json`
    compare(file, 'version', JSON.parse(read(file)).version, version)
  }
  // The docs import the SDK by this name.
  compare('sdk/package.json', 'name', JSON.parse(read('sdk/package.json')).name, names.sdk)
  const python = read('python/pyproject.toml')
  const field = (name: string) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(python)?.[1]
  compare('python/pyproject.toml', 'version', field('version'), version)
  compare('python/pyproject.toml', 'name', field('name'), pythonName)
  const registry = JSON.parse(read('server.json'))
  compare('server.json', 'version', registry.version, version)
  compare('server.json', 'name', registry.name, mcpName)
  const page = read('docs/releasing.md')
  for (const name of [...Object.values(names), pythonName, mcpName]) {
    if (!page.includes(`\`${name}`)) differences.push(`docs/releasing.md does not name ${name}.`)
  }
  return differences
}
