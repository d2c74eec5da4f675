import { cp, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

interface Locked {
  version: string
  os?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

type Lock = Record<string, Locked>

/** Files that only developers read. License texts have other names. */
const unneeded = /\.(map|md|markdown|[cm]?ts|flow)$/i
export const legal = /licen[cs]e|notice|copying/i

/**
 * Copies the dependencies, and theirs, into the package: people get the versions that were tested,
 * in one download, without the files that only developers read. Packages with a native part for
 * each platform stay outside, because npm has to choose. Returns the names of the copied ones.
 */
export async function bundleDependencies(
  root: string,
  target: string,
  { names, workspaces }: { names: string[]; workspaces: string[] },
): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const lock = packages as Lock
  const own = names.filter((name) => !isNative(lock, find(lock, name, workspaces)))
  const places = new Map<string, string>()
  for (const name of own) {
    const from = find(lock, name, workspaces)
    collect(lock, from, `node_modules/${name}`, places)
  }
  for (const [to, from] of places) {
    await cp(join(root, from), join(target, to), { recursive: true, filter: isNeeded })
  }
  return own
}

/** Records where a package and everything below it goes. */
function collect(lock: Lock, from: string, to: string, places: Map<string, string>): void {
  const known = places.get(to)
  if (known === from) return
  if (known) throw new Error(`Two versions of ${to}: ${known} and ${from}`)
  places.set(to, from)
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock[
    from
  ] as Locked
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional,
  )
  const all = { ...dependencies, ...optionalDependencies }
  for (const name of [...Object.keys(all), ...peers]) {
    const found = resolve(lock, name, from)
    if (!found || lock[found]?.os) continue
    collect(lock, found, found.slice(found.indexOf('node_modules/')), places)
  }
}

/** Like Node: in the package itself, then in each folder above it. */
function resolve(lock: Lock, name: string, from: string): string | undefined {
  for (let place = from; ; place = place.slice(0, place.lastIndexOf('/node_modules/'))) {
    const path = `${place}/node_modules/${name}`
    if (lock[path]) return path
    if (!place.includes('/node_modules/')) break
  }
  const top = `node_modules/${name}`
  return lock[top] ? top : undefined
}

function find(lock: Lock, name: string, workspaces: string[]): string {
  const places = [
    ...workspaces.map((part) => `${part}/node_modules/${name}`),
    `node_modules/${name}`,
  ]
  const place = places.find((path) => lock[path])
  if (!place) throw new Error(`${name} is not in package-lock.json`)
  return place
}

function isNative(lock: Lock, path: string): boolean {
  const { optionalDependencies = {} } = lock[path] as Locked
  return Object.keys(optionalDependencies).some((name) => {
    const found = resolve(lock, name, path)
    return found !== undefined && lock[found]?.os !== undefined
  })
}

/** Nested packages are copied on their own, if they are needed. */
function isNeeded(path: string): boolean {
  const name = basename(path)
  if (name === 'node_modules') return false
  return !unneeded.test(name) || legal.test(name)
}
