// Runs the peer in its own process, so that its memory can be told apart from ours.
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const peers = createRequire(new URL('../../peers/package.json', import.meta.url))
const { removeBackground } = peers('@imgly/background-removal-node')

process.on('message', async ({ imagePath, outputPath }) => {
  const startedAt = performance.now()
  const blob = await removeBackground(pathToFileURL(imagePath).href)
  await writeFile(outputPath, Buffer.from(await blob.arrayBuffer()))
  process.send?.({ ms: performance.now() - startedAt })
})
