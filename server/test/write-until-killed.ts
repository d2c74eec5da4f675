// Puts files one after another and prints the key of each acknowledged one, until it is killed.
// With a number: after that many files it stops in the middle of one, prints "half", and waits.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDiskStorage } from '../src/platform/storage/disk-storage.ts'

const storage = await openDiskStorage({ folder: String(process.argv[2]) })
const wholeFiles = Number(process.argv[3] ?? Number.POSITIVE_INFINITY)
for (let files = 0; ; files++) {
  const { key } = await storage.putContent(Readable.from(pieces(files < wholeFiles)), {
    maxBytes: 10_000_000,
  })
  process.stdout.write(`${key}\n`)
}

async function* pieces(isWhole: boolean) {
  for (let piece = 0; piece < 40; piece++) {
    yield randomBytes(50_000)
    if (isWhole || piece < 20) continue
    process.stdout.write('half\n')
    await sleep(600_000)
  }
}
