import type { OnnxWriter } from '../onnx-writer.ts'
import { withLora } from './fuse-lora.ts'
import type { GraphTarget, Precision } from './graph-operations.ts'
import type { Tensors, Weights } from './open-weights.ts'
import { writeTextEncoder } from './text-graph.ts'
import { writeTinyDecoder, writeTinyEncoder } from './tiny-vae-graph.ts'
import { writeUnet } from './unet-graph.ts'
import { writeVaeDecoder, writeVaeEncoder } from './vae-graph.ts'

export interface OpenFiles {
  weights: Weights
  lora?: Tensors
  tinyVae?: Tensors
}

export const networks = [
  'text-encoder',
  'unet',
  'vae-encoder',
  'vae-decoder',
  'tiny-encoder',
  'tiny-decoder',
] as const
export type Network = (typeof networks)[number]

interface NetworkPlan {
  sources: unknown
  weightBytes: number
  write(onnx: OnnxWriter): Promise<void>
}

/** What each network is built from, and how. */
export function planGraph(
  network: Network,
  files: OpenFiles,
  { precision: wanted, isGpu }: GraphTarget,
): NetworkPlan {
  const { weights, lora, tinyVae } = files
  const { textHeads, unetHeads, unetGroups, vaeGroups: groups } = weights.architecture
  // Only the UNet is large, and runs many times.
  const precision = wanted === 'int8' && network !== 'unet' ? 'fp32' : wanted
  const target = { precision, isGpu }
  const plan = (tensors: [Tensors, ...Tensors[]], write: NetworkPlan['write']) => ({
    sources: [weights.architecture, target, ...tensors.map(({ identity }) => identity)],
    weightBytes: weightBytes(tensors[0], precision),
    write,
  })
  switch (network) {
    case 'text-encoder':
      return plan([weights.textEncoder], (onnx) =>
        writeTextEncoder(onnx, weights.textEncoder, { heads: textHeads, target }),
      )
    case 'unet':
      return plan([weights.unet, ...(lora ? [lora] : [])], (onnx) =>
        writeUnet(onnx, lora ? withLora(weights.unet, lora) : weights.unet, {
          ...{ heads: unetHeads, groups: unetGroups, target },
        }),
      )
    case 'vae-encoder':
      return plan([weights.vae], (onnx) => writeVaeEncoder(onnx, weights.vae, { groups, target }))
    case 'vae-decoder':
      return plan([weights.vae], (onnx) => writeVaeDecoder(onnx, weights.vae, { groups, target }))
  }
  if (!tinyVae) throw new Error('The small VAE was not given')
  const write = network === 'tiny-encoder' ? writeTinyEncoder : writeTinyDecoder
  return plan([tinyVae], (onnx) => write(onnx, tinyVae, target))
}

function weightBytes(tensors: Tensors, precision: Precision): number {
  const sizes = tensors.names.map((name) => {
    const shape = tensors.shape(name)
    const isSmall = precision === 'int8' && shape.length === 2
    const bytes = isSmall ? 1 : precision === 'fp16' ? 2 : 4
    return shape.reduce((product, size) => product * size, bytes)
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
