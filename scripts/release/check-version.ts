// Checks that a tag such as v0.1.0 matches the version everywhere, before anything is published.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { release } from './config.ts'

const root = join(import.meta.dirname, '../..')
const { version } = release
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const problems: string[] = []
const tag = process.argv[2]
if (tag !== undefined && tag !== `v${version}`) {
  problems.push(`The tag is ${tag}, but scripts/release/config.ts says ${version}.`)
}
for (const part of ['cli', 'sdk', 'server', 'web']) {
  const found = JSON.parse(read(`${part}/package.json`)).version
  if (found !== version) problems.push(`${part}/package.json says ${found}.`)
}
const python = read('python/pyproject.toml')
if (!python.includes(`version = "${version}"`)) problems.push('python/pyproject.toml differs.')
if (!python.includes(`name = "${release.pythonName}"`)) {
  problems.push('python/pyproject.toml has another name.')
}
// Only a tag makes a version a release.
if (tag !== undefined && !new RegExp(`^## ${version} \\(\\d{4}-`, 'm').test(read('CHANGELOG.md'))) {
  problems.push(`CHANGELOG.md has no "## ${version} (date)".`)
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
