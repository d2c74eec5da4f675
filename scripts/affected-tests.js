import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const source = /\.(ts|tsx|js|json|md|sql)$/
/** Tests that start processes or a browser and therefore aren't quick. */
const slowFolders = /^(web\/test|server\/test)\//
const importPattern = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

/**
 * The unit and feature tests that import a changed file, nearest first: a test that imports it
 * directly comes before one that reaches it through the whole service.
 */
export async function affectedTests() {
  const changed = new Set(changedFiles())
  const tests = git('ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx').filter(
    (file) => existsSync(join(root, file)) && !slowFolders.test(file),
  )
  const importsOf = importReader()
  return tests
    .map((test) => ({ test, distance: distanceTo(changed, test, importsOf) }))
    .filter(({ distance }) => distance !== undefined)
    .sort(
      (a, b) =>
        a.distance - b.distance || sharedFolders(b.test, changed) - sharedFolders(a.test, changed),
    )
    .map(({ test }) => test)
}

/** Uncommitted files, or those of the last commit in a clean tree. */
function changedFiles() {
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '-o', '--exclude-standard'),
  ]
  const files = uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1', 'HEAD')
  return files.filter((file) => source.test(file))
}

/** How many imports lie between the test and the nearest changed file. */
function distanceTo(changed, test, importsOf) {
  const seen = new Set([test])
  for (let layer = [test], distance = 0; layer.length > 0; distance++) {
    if (layer.some((file) => changed.has(file))) return distance
    const next = layer.flatMap(importsOf).filter((file) => !seen.has(file))
    for (const file of next) seen.add(file)
    layer = [...new Set(next)]
  }
  return undefined
}

/** Through the service, every feature reaches every other; tests in the same folder come first. */
function sharedFolders(test, changed) {
  const parts = dirname(test).split('/')
  return Math.max(
    ...[...changed].map((file) => {
      const others = dirname(file).split('/')
      const end = parts.findIndex((part, at) => part !== others[at])
      return end === -1 ? parts.length : end
    }),
  )
}

function importReader() {
  const known = new Map()
  return (file) => {
    if (!known.has(file)) known.set(file, readImports(file))
    return known.get(file)
  }
}

function readImports(file) {
  const path = join(root, file)
  if (!/\.[jt]sx?$/.test(file) || !existsSync(path)) return []
  return [...readFileSync(path, 'utf8').matchAll(importPattern)].map(([, target]) =>
    relative(root, join(dirname(path), target)),
  )
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}
