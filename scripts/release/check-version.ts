// Checks that a tag such as v0.1.0 matches the version everywhere, before anything is published.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { release } from './config.ts'
import { findDifferences } from './find-differences.ts'

const { version } = release
const problems = findDifferences()
const tag = process.argv[2]
if (tag !== undefined) {
  if (tag !== `v${version}`) {
    problems.push(`The tag is ${tag}, but scripts/release/config.ts says ${version}.`)
  }
  // Only a tag makes a version a release.
  const changes = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  if (!new RegExp(`^## ${version} \\(\\d{4}-`, 'm').test(changes)) {
    problems.push(`CHANGELOG.md has no "## ${version} (date)".`)
  }
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
