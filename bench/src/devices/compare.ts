import { readFile } from 'node:fs/promises'
import type { Device } from '@atelier/server/engines/device/probe-device.ts'
import { type OpenSession, runSession, session } from '@atelier/server/engines/model-session.ts'
import { buildGraph } from '@atelier/server/engines/upscaling/build-graph.ts'

/** The files of the models that can use a GPU. */
export interface ModelFiles {
  isnet: string
  u2netp: string
  detection: string
  recognition: string
  retinaface: string
  upscaler: { layers: string; weights: string }
}

interface Comparison {
  name: string
  width: number
  height: number
  open(device: Device): Promise<OpenSession>
}

/** Runs each model on the CPU and on the device in turns, and compares what they return. */
const [device = 'webgpu', files = '{}'] = process.argv.slice(2)
const repeats = 10
const threads = 8

const plain = (path: string) => (on: Device) => session(path, { threads, device: on })

async function comparisons({ upscaler, ...paths }: ModelFiles): Promise<Comparison[]> {
  const layers = await readFile(upscaler.layers, 'utf8')
  const upscale = (on: Device) =>
    session(upscaler.weights, { threads, device: on }, (weights) => buildGraph(layers, weights))
  return [
    { name: 'background (ISNet)', width: 1024, height: 1024, open: plain(paths.isnet) },
    { name: 'background (U²-Net-p)', width: 320, height: 320, open: plain(paths.u2netp) },
    { name: 'text: find lines', width: 960, height: 640, open: plain(paths.detection) },
    { name: 'text: read a line', width: 480, height: 48, open: plain(paths.recognition) },
    { name: 'faces (RetinaFace)', width: 640, height: 640, open: plain(paths.retinaface) },
    { name: 'upscaling 4× (ESRGAN)', width: 152, height: 152, open: upscale },
  ]
}

/** Waves, edges and grain, the same each time. */
function picture({ width, height }: Comparison): Float32Array {
  return Float32Array.from({ length: 3 * width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width) % height]
    const isInside = Math.hypot(x - width / 2, y - height / 2) < Math.min(width, height) / 3
    const grain = ((at * 2654435761) % 1000) / 20_000
    return (isInside ? 0.8 : 0.3) + 0.15 * Math.sin(x / 9) * Math.cos(y / 13) + grain
  })
}

async function measure(opened: OpenSession, comparison: Comparison, input: Float32Array) {
  const first = await runSession(opened, input.slice(), comparison)
  const times: number[] = []
  for (let run = 0; run < repeats; run++) {
    times.push((await runSession(opened, input.slice(), comparison)).milliseconds)
  }
  times.sort((a, b) => a - b)
  return { values: first.values, milliseconds: times[repeats / 2] as number }
}

console.log(`                          cpu       ${device.padEnd(9)} ratio   largest difference`)
for (const comparison of await comparisons(JSON.parse(files))) {
  const input = picture(comparison)
  const cpu = await measure(await comparison.open('cpu'), comparison, input)
  const opened = await comparison.open(device as Device)
  const other = await measure(opened, comparison, input)
  const difference = cpu.values.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (other.values[at] as number))),
    0,
  )
  const range = cpu.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`.padStart(9)
  const ratio = `${(cpu.milliseconds / other.milliseconds).toFixed(1)}×`.padStart(7)
  console.log(
    `${comparison.name.padEnd(24)}${ms(cpu.milliseconds)} ${ms(other.milliseconds)} ${ratio}   ` +
      `${difference.toExponential(1)} of ${range.toFixed(2)}, on ${opened.device}`,
  )
}
process.exit(0)
