import type { Device } from '../device/probe-device.ts'
import { EngineError } from '../engine-error.ts'
import { InferenceSession } from '../onnxruntime.ts'
import type { GraphTarget, Precision } from './graph-operations.ts'
import type { Network } from './graph-plans.ts'

export interface ModelSettings {
  threads: number
  device: Device
  /** Without it, half precision on a GPU and single precision on the CPU. */
  precision?: Precision
}

/** The loaded networks of one model. `pathOf` builds the graph of a network. */
export function sessionPool(
  { threads, device: wanted, precision: fixed }: ModelSettings,
  pathOf: (network: Network, target: GraphTarget) => Promise<string>,
) {
  const sessions = new Map<Network, Promise<InferenceSession>>()
  let device = wanted
  const target = (): GraphTarget => {
    const isGpu = device !== 'cpu'
    return { precision: fixed ?? (isGpu ? 'fp16' : 'fp32'), isGpu }
  }

  const load = async (network: Network): Promise<InferenceSession> => {
    if (device !== 'cpu') {
      const path = await pathOf(network, target())
      const onGpu = { ...buildOptions(threads), executionProviders: [device] }
      const session = await InferenceSession.create(path, onGpu).catch(() => undefined)
      if (session) return session
      // A network that the GPU can't take, for example for lack of memory, still runs on the CPU.
      device = 'cpu'
    }
    const path = await pathOf(network, target())
    return InferenceSession.create(path, buildOptions(threads)).catch((cause: unknown) => {
      const message = 'The image generation model cannot be loaded.'
      throw new EngineError('model_unusable', message, { cause })
    })
  }
  const release = async (network: Network): Promise<void> => {
    const session = sessions.get(network)
    sessions.delete(network)
    await (await session)?.release()
  }
  return {
    device: () => device,
    target,
    get: (network: Network): Promise<InferenceSession> => {
      const known = sessions.get(network)
      if (known) return known
      const loading = load(network)
      sessions.set(network, loading)
      loading.catch(() => sessions.delete(network))
      return loading
    },
    release,
    close: async () => {
      for (const network of [...sessions.keys()]) await release(network).catch(() => {})
    },
  }
}

function buildOptions(threads: number): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena would keep the peak of the first run forever.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Spinning threads take CPU time from everything else.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
}
