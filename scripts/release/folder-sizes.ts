import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface PackageSize {
  name: string
  bytes: number
  files: number
}

/** The size of every package in a node_modules folder, largest first. */
export async function folderSizes(modules: string): Promise<PackageSize[]> {
  const sizes: PackageSize[] = []
  for (const entry of await readdir(modules)) {
    const names = entry.startsWith('@')
      ? (await readdir(join(modules, entry))).map((name) => `${entry}/${name}`)
      : [entry]
    for (const name of names) sizes.push({ name, ...(await measureFolder(join(modules, name))) })
  }
  return sizes.sort((one, other) => other.bytes - one.bytes)
}

async function measureFolder(path: string): Promise<{ bytes: number; files: number }> {
  const entry = await lstat(path)
  if (!entry.isDirectory()) return { bytes: entry.size, files: 1 }
  const parts = await Promise.all(
    (await readdir(path)).map((name) => measureFolder(join(path, name))),
  )
  return {
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    files: parts.reduce((sum, { files }) => sum + files, 0),
  }
}

export function printSizes(sizes: PackageSize[], shown = 10): void {
  const rest = sizes.slice(shown)
  const lines = [
    ...sizes.slice(0, shown),
    ...(rest.length > 0 ? [{ ...total(rest), name: `${rest.length} more` }] : []),
    { ...total(sizes), name: 'in all' },
  ]
  for (const { name, bytes, files } of lines) {
    const size = (bytes / 1e6).toFixed(1).padStart(8)
    process.stdout.write(`${size} MB ${String(files).padStart(6)} files  ${name}\n`)
  }
}

function total(sizes: PackageSize[]): Omit<PackageSize, 'name'> {
  return {
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    files: sizes.reduce((sum, { files }) => sum + files, 0),
  }
}
