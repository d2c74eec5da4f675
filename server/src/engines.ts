import type { Config } from './config.ts'
import type { EngineDeclaration, ModelFiles } from './engines/declare-engine.ts'
import { type ChosenDevice, chooseDevice } from './engines/device/probe-device.ts'
import type { EngineRunOptions } from './engines/engine-child-handle.ts'
import {
  type EngineInput,
  type EngineName,
  type EnginePart,
  type EngineResult,
  engineList,
} from './engines/engine-list.ts'
import { enginePool } from './engines/engine-process.ts'
import { findMultilingualModel } from './engines/transcription/engine.ts'
import type { ModelStore } from './platform/model-store/model-store.ts'
import { requireNoTransaction } from './platform/postgres/transaction-context.ts'
import { selectRanges } from './platform/safe-fetch/allowed-ranges.ts'

const maxResidentBytes = 2 * 1024 ** 3

/** Requests to external engines mostly wait, so more of them can run concurrently. */
const maxExternal = 4

type Follow<Part = unknown> = Pick<EngineRunOptions<Part>, 'signal' | 'onProgress' | 'onPart'>

export type Engines = {
  [Name in EngineName]: (
    request: EngineInput<Name>,
    follow?: Follow<EnginePart<Name>>,
  ) => Promise<EngineResult<Name>>
} & {
  /** Whether speech in any language can be transcribed, and translated to English. */
  isMultilingual(): Promise<boolean>
  close(): Promise<void>
}

/** The engines of this installation, one function for each. */
export function openEngines(
  config: Pick<
    Config,
    | 'heavyTasks'
    | 'engineThreads'
    | 'enginePriority'
    | 'engineChild'
    | 'allowCidrs'
    | 'device'
    | 'englishModel'
  >,
  models: ModelStore,
  log: { info(fields: object, message: string): void },
): Engines {
  const { engineThreads: threads, enginePriority: priority, engineChild, englishModel } = config
  const limits = { maxResidentBytes, priority, ...(engineChild && { childFile: engineChild }) }
  const pools = {
    // One more than heavy tasks, so thumbnails don't wait for them.
    heavy: enginePool({ ...limits, maxChildren: config.heavyTasks + 1, idleSeconds: 60 }),
    light: enginePool({ ...limits, maxChildren: maxExternal, idleSeconds: 10 }),
  }
  const isReady = (id: string) => models.isReady(id)

  /** Found out once, by the first request that could use a GPU. */
  let choosing: Promise<ChosenDevice> | undefined
  const chooseDeviceOnce = async () => {
    choosing ??= chooseDevice(config.device).then((chosen) => {
      log.info(chosen, 'chose the device for models')
      return chosen
    })
    return (await choosing).device
  }

  const followFiles = ({ signal, onProgress }: Follow): ModelFiles => ({
    isReady,
    englishModel,
    find: (id) => {
      requireNoTransaction(`Fetching the model ${id}`)
      return models.path(id, {
        ...(signal && { signal }),
        onProgress: ({ receivedBytes, totalBytes }) => {
          const percent = Math.round((totalBytes ? receivedBytes / totalBytes : 0) * 100)
          onProgress?.(0, `fetching the model ${id}: ${percent} %`)
        },
      })
    },
  })

  const run = async (name: EngineName, request: object, follow: Follow = {}): Promise<unknown> => {
    // The types of `Engines` ensure that the request is for this engine.
    const engine = engineList[name] as EngineDeclaration<(request: object) => Promise<unknown>>
    const { timeoutSeconds, graceSeconds, queue = 'heavy' } = engine
    const found = await engine.findModels?.(followFiles(follow), request)
    const device = engine.usesGpu?.(request) ? await chooseDeviceOnce() : 'cpu'
    const allowCidrs = selectRanges(config.allowCidrs, 'engines')
    const given = { threads, device, allowCidrs, ...request, models: found }
    return pools[queue].run(name, given as never, {
      ...follow,
      timeoutSeconds: typeof timeoutSeconds === 'number' ? timeoutSeconds : timeoutSeconds(request),
      ...(graceSeconds !== undefined && { graceSeconds }),
    })
  }
  const functions = (Object.keys(engineList) as EngineName[]).map((name) => [
    name,
    (request: object, follow?: Follow) => run(name, request, follow),
  ])
  return {
    ...Object.fromEntries(functions),
    isMultilingual: async () => (await findMultilingualModel({ isReady })) !== undefined,
    close: async () => {
      await Promise.all([pools.heavy.close(), pools.light.close()])
    },
  }
}
