import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DataFile, type OnnxWriter, onnxWriter } from '../onnx-writer.ts'

/** A new number makes every installation build its graphs again. */
const version = 1
const names = { model: 'model.onnx', data: 'model.data' }
/** Weights start at a memory page, so that the runtime can map the file. */
const pageBytes = 4096

export interface GraphPlan {
  /** Where finished graphs are kept. */
  folder: string
  name: string
  /** What the graph is made from. Another value builds another graph. */
  sources: unknown
  write(onnx: OnnxWriter): Promise<void>
}

/**
 * Converts weights to an ONNX graph, once, and returns its path. Two processes may build the same
 * graph at the same time; one of the two equal results stays.
 */
export async function buildGraph({ folder, name, sources, write }: GraphPlan): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([version, sources]))
    .digest('hex')
  const place = join(folder, `${name}-${key.slice(0, 16)}`)
  const path = join(place, names.model)
  if (await exists(path)) return path
  const scratch = `${place}.${randomUUID()}.new`
  await mkdir(scratch, { recursive: true })
  try {
    using data = openDataFile(join(scratch, names.data))
    const onnx = onnxWriter(data)
    await write(onnx)
    await onnx.write(join(scratch, names.model))
    await rename(scratch, place).catch(async (error) => {
      if (!(await exists(path))) throw error
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return path
}

function openDataFile(path: string): DataFile & Disposable {
  const file = openSync(path, 'w')
  let end = 0
  return {
    name: names.data,
    append: (bytes) => {
      const start = Math.ceil(end / pageBytes) * pageBytes
      let written = 0
      while (written < bytes.length) {
        written += writeSync(file, bytes, written, bytes.length - written, start + written)
      }
      end = start + bytes.length
      return start
    },
    [Symbol.dispose]: () => closeSync(file),
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
