import { Parser, type ReadEntry } from 'tar'
import { createDamage } from './backup-error.ts'

interface Entry {
  path: string
  isFolder: boolean
  bytes: number
  content: AsyncIterable<Buffer>
}

/** The only names that a backup of a database has. */
const namePattern = /^(password|cluster(\/(?!\.\.?(\/|$))[A-Za-z0-9_.-]+)*\/?)$/

/**
 * Passes each file and folder of an archive of tar to `work`, one after the other. Refuses links,
 * devices, names that lead elsewhere, and more than `maxBytes`.
 */
export async function extractFiles(
  archivePath: string,
  archive: AsyncIterable<Buffer>,
  maxBytes: number,
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  const failing = Promise.withResolvers<never>()
  const works: Promise<void>[] = []
  const paths = new Set<string>()
  let bytes = 0
  const receive = async (entry: ReadEntry) => {
    const isFolder = entry.type === 'Directory'
    if (!isFolder && entry.type !== 'File') {
      throw createDamage(archivePath, `has a ${entry.type}, "${entry.path}"`)
    }
    if (!namePattern.test(entry.path)) {
      throw createDamage(archivePath, `has a file with the name "${entry.path}"`)
    }
    if (paths.has(entry.path)) throw createDamage(archivePath, `has "${entry.path}" twice`)
    paths.add(entry.path)
    bytes += entry.size
    if (bytes > maxBytes) throw createDamage(archivePath, 'is larger than it was')
    await work({ path: entry.path, isFolder, bytes: entry.size, content: entry })
    entry.resume()
  }
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      const work = receive(entry)
      work.catch(failing.reject)
      works.push(work)
    },
  })
  parser.on('error', (error) => {
    failing.reject(createDamage(archivePath, 'is not a valid archive', error))
  })
  await Promise.race([feed(parser, archive), failing.promise])
  await Promise.all(works)
}

async function feed(parser: Parser, archive: AsyncIterable<Buffer>): Promise<void> {
  const ended = new Promise<void>((resolve) => parser.once('end', resolve))
  for await (const chunk of archive) {
    if (!parser.write(chunk)) await new Promise<void>((resolve) => parser.once('drain', resolve))
  }
  parser.end()
  await ended
}
