// Puts files one after the other and says the key of each that was acknowledged, until it is killed.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { openDiskStorage } from '../src/platform/storage/disk-storage.ts'

const storage = await openDiskStorage({ folder: String(process.argv[2]) })
for (;;) {
  const pieces = Array.from({ length: 40 }, () => randomBytes(50_000))
  const { key } = await storage.putContent(Readable.from(pieces), { maxBytes: 10_000_000 })
  process.stdout.write(`${key}\n`)
}
