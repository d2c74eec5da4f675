// Puts and reads a large file, and prints the maximum growth of the process in bytes.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { openDiskStorage } from '../src/platform/storage/disk-storage.ts'
import { openS3Storage } from '../src/platform/storage/s3-storage.ts'
import { collectGarbage } from './collect-garbage.ts'

const [kind, place, megabytes] = process.argv.slice(2)
const storage =
  kind === 'disk'
    ? await openDiskStorage({ folder: String(place) })
    : openS3Storage(JSON.parse(String(place)))
// Once before measuring, so that loading code doesn't count.
await storage.putContent(randomBytes(10_000_000), { maxBytes: 1e9 })

// Not the system's own high-water mark: a child starts with its parent's.
collectGarbage()
const before = process.memoryUsage.rss()
let most = before
let seenBytes = 0
/** Garbage doesn't count. */
function look(newBytes: number): void {
  if (Math.floor((seenBytes + newBytes) / 1e7) > Math.floor(seenBytes / 1e7)) collectGarbage()
  seenBytes += newBytes
  most = Math.max(most, process.memoryUsage.rss())
}

const piece = randomBytes(1_000_000)
async function* pieces() {
  for (let i = 0; i < Number(megabytes); i++) {
    look(piece.length)
    yield piece
  }
}
const { key, bytes } = await storage.putContent(Readable.from(pieces()), { maxBytes: 1e9 })
let readBytes = 0
for await (const chunk of (await storage.open(key)).stream) {
  look(chunk.length)
  readBytes += chunk.length
}
process.stdout.write(JSON.stringify({ grown: most - before, bytes, readBytes }))
process.exit(0)
