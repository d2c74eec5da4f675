import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { openLawWriter } from './law-writer.ts'

const folder = useFolder()

/** Silence, the loudest samples, and a soft one, as ITU-T G.711 encodes them. */
test.each([
  ['ulaw', [0xff, 0x80, 0x00, 0xed]],
  ['alaw', [0xd5, 0xaa, 0x2a, 0xdf]],
] as const)('%s', async (law, expected) => {
  const path = join(folder, law)
  const writer = await openLawWriter(path, law)
  await writer.write(new Float32Array([0, 1, -1, 168 / 32_767]))
  await writer.finish()
  expect([...(await readFile(path))]).toEqual(expected)
})
