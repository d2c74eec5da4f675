import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Device } from '../device/probe-device.ts'
import { type InferenceSession, Tensor } from '../onnxruntime.ts'
import { buildGraph } from './build-graph.ts'
import { type Network, type OpenFiles, planGraph } from './graph-plans.ts'
import { fileTensors, openWeights } from './open-weights.ts'
import { openSafetensors } from './read-safetensors.ts'
import { type ModelSettings, sessionPool } from './session-pool.ts'

export interface ModelFiles {
  /** A checkpoint in one safetensors file, or a folder as diffusers writes it. */
  weights: string
  /** A LoRA that lets LCM finish in a few steps. */
  lora?: string
  /** TAESD: less exact than the VAE, and many times faster. */
  tinyVae?: string
  /** Where the converted graphs are kept. Without it, beside the weights. */
  graphs?: string
}

export interface Size {
  width: number
  height: number
}

export interface DiffusionModel extends AsyncDisposable {
  /** Channels of the latents, and of the UNet's input. */
  channels: { latents: number; input: number }
  /** Tokens that the text encoder reads. */
  positions: number
  device(): Device
  /** The size of a network's weights in memory. */
  weightBytes(network: Network): number
  run(network: Network, inputs: Record<string, Tensor>): Promise<Float32Array>
  /** Frees the memory of a network until it is used again. */
  release(network: Network): Promise<void>
}

/** Opens weights. Each network is converted and loaded when it is first used. */
export async function openModel(
  files: ModelFiles,
  settings: ModelSettings,
): Promise<DiffusionModel> {
  await using stack = new AsyncDisposableStack()
  const open = await openFiles(files, stack)
  const folder = files.graphs ?? (await graphFolder(files.weights))
  const pool = sessionPool(settings, (name, target) =>
    buildGraph({ ...planGraph(name, open, target), folder, name }),
  )
  stack.defer(() => pool.close())
  const kept = stack.move()
  return {
    channels: readChannels(open),
    positions: open.weights.textEncoder.shape('embeddings.position_embedding.weight')[0] ?? 0,
    device: pool.device,
    weightBytes: (network) => planGraph(network, open, pool.target()).weightBytes,
    run: async (network, inputs) => firstOutput(await (await pool.get(network)).run(inputs)),
    release: pool.release,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function openFiles(files: ModelFiles, stack: AsyncDisposableStack): Promise<OpenFiles> {
  const open = async (path: string) => {
    const file = await openSafetensors(path)
    stack.defer(() => file.close())
    return fileTensors(file)
  }
  return {
    weights: stack.use(await openWeights(files.weights)),
    ...(files.lora !== undefined && { lora: await open(files.lora) }),
    ...(files.tinyVae !== undefined && { tinyVae: await open(files.tinyVae) }),
  }
}

async function graphFolder(weights: string): Promise<string> {
  const isFolder = (await stat(weights)).isDirectory()
  return join(isFolder ? weights : dirname(weights), 'onnx')
}

function readChannels({ weights: { unet } }: OpenFiles): DiffusionModel['channels'] {
  return {
    latents: unet.shape('conv_out.weight')[0] ?? 0,
    input: unet.shape('conv_in.weight')[1] ?? 0,
  }
}

function firstOutput(results: InferenceSession.ReturnType): Float32Array {
  const [output] = Object.values(results)
  if (output instanceof Tensor && output.data instanceof Float32Array) return output.data
  throw new Error('The model returned no numbers')
}
