import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../src/features')
const isOfTests = (path: string) => /(^|\/)test-[^/]+\.ts$|\.test\.ts$/.test(path)

/** The features that each feature imports from, types included. A file beside the folders counts as one. */
function importsOfFeatures(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const feature = findFeature(path)
    if (!entry.isFile() || !feature || isOfTests(path)) continue
    const known = imports.get(feature) ?? new Set()
    imports.set(feature, known)
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const other = findFeature(resolve(dirname(path), target))
      if (other && other !== feature) known.add(other)
    }
  }
  return imports
}

/** The first folder below `features`, or the file itself; undefined outside of it. */
function findFeature(path: string): string | undefined {
  const [first] = relative(root, path).split(sep)
  return first === '..' ? undefined : first
}

/** Repeatedly removes features that import none of the rest; the result is in or above a cycle. */
function findCircles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Map(imports)
  for (;;) {
    const free = [...left].filter(([, others]) => ![...others].some((other) => left.has(other)))
    if (free.length === 0) return [...left.keys()]
    for (const [feature] of free) left.delete(feature)
  }
}

test('features form a tree without circular imports', () => {
  const imports = importsOfFeatures()
  expect(imports.get('boards')).toContain('events')
  expect(imports.get('boards')).toContain('feature.ts')
  expect([...(imports.get('feature.ts') ?? [])]).toEqual([])
  expect(findCircles(imports)).toEqual([])
})

test('only tests import from test-*.ts, so the tree leaves out nothing that runs in production', () => {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const production = paths.filter((path) => path.endsWith('.ts') && !isOfTests(path))
  const importsHelper = /(from |import\()'[^']*\/test-[^'/]+\.ts'/
  const isWrong = (path: string) => importsHelper.test(readFileSync(join(root, path), 'utf8'))
  expect(production.filter(isWrong)).toEqual([])
})

test('a circular import is found, with everything that depends on it', () => {
  const imports = new Map([
    ['events', new Set<string>()],
    ['boards', new Set(['events', 'notifications'])],
    ['notifications', new Set(['boards'])],
    ['social', new Set(['boards'])],
  ])
  expect(findCircles(imports)).toEqual(['boards', 'notifications', 'social'])
})
