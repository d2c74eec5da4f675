/**
 * Runs a tiny model on a device and exits with 0 if the result is right. A missing driver throws,
 * but may also crash the process, so it is tried in one that may.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onnxWriter } from '../onnx-writer.ts'
import { InferenceSession, Tensor } from '../onnxruntime.ts'

const [device = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'atelier-device-'))
try {
  const onnx = onnxWriter()
  const x = onnx.input('x', [2, 2])
  onnx.node('MatMul', [x, x], {}, ['y'])
  onnx.output('y', [2, 2])
  const path = join(folder, 'probe.onnx')
  await onnx.write(path)
  const session = await InferenceSession.create(path, { executionProviders: [device] })
  const input = new Tensor('float32', Float32Array.of(1, 2, 3, 4), [2, 2])
  const { y } = await session.run({ x: input })
  if (String(y?.data) !== '7,10,15,22') throw new Error('The device calculates wrongly')
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
