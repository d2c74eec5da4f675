import { stat } from 'node:fs/promises'
import { unetNames, vaeNames } from './compvis-names.ts'
import { openSafetensors, type SafetensorsFile } from './read-safetensors.ts'
import { unusableWeights } from './unusable-weights.ts'
import {
  type Architecture,
  filesOfFolder,
  readArchitecture,
  stableDiffusion,
} from './weights-folder.ts'

/** Named tensors of one network. */
export interface Tensors {
  names: string[]
  /** Changes with the files that they come from. */
  identity: string[]
  shape(name: string): number[]
  read(name: string): Promise<Float32Array>
}

export interface Weights extends AsyncDisposable {
  textEncoder: Tensors
  unet: Tensors
  vae: Tensors
  architecture: Architecture
}

type Part = 'textEncoder' | 'unet' | 'vae'
type Place = { file: SafetensorsFile; stored: string }
type Parts = Record<Part, Map<string, Place>>

const folders = { textEncoder: 'text_encoder', unet: 'unet', vae: 'vae' } as const
const prefixes: [string, Part][] = [
  ['model.diffusion_model.', 'unet'],
  ['first_stage_model.', 'vae'],
  ['cond_stage_model.transformer.', 'textEncoder'],
]

/** Opens a checkpoint in one file, or a folder as diffusers writes it. */
export async function openWeights(path: string): Promise<Weights> {
  const files: SafetensorsFile[] = []
  const open = async (file: string) => {
    files.push(await openSafetensors(file))
    return files.at(-1) as SafetensorsFile
  }
  const close = async () => void (await Promise.all(files.map((file) => file.close())))
  try {
    const isFolder = (await stat(path)).isDirectory()
    const parts = isFolder ? await partsOfFolder(path, open) : partsOfFile(await open(path))
    return {
      textEncoder: tensors(parts.textEncoder, () => (name) => name.replace(/^text_model\./, '')),
      unet: tensors(parts.unet, unetNames),
      vae: tensors(parts.vae, vaeNames),
      architecture: isFolder ? await readArchitecture(path) : stableDiffusion,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The tensors of a file, under new names. */
export function fileTensors(file: SafetensorsFile): Tensors {
  return tensors(places(file), () => (name) => name)
}

function tensors(
  stored: Map<string, Place>,
  renaming: (names: string[]) => (name: string) => string,
): Tensors {
  const names = [...stored.keys()]
  const rename = renaming(names)
  const found = new Map(names.map((name) => [rename(name), stored.get(name) as Place]))
  if (found.size < names.length) throw unusableWeights('two tensors have the same meaning')
  const find = (name: string) => {
    const place = found.get(name)
    if (!place) throw unusableWeights(`${name} is missing`)
    return place
  }
  return {
    names: [...found.keys()],
    identity: [...new Set([...found.values()].map(({ file }) => file.identity))],
    shape: (name) => {
      const { file, stored } = find(name)
      return file.tensors.get(stored)?.shape ?? []
    },
    read: async (name) => {
      const { file, stored } = find(name)
      return file.read(stored)
    },
  }
}

function places(file: SafetensorsFile): Map<string, Place> {
  return new Map([...file.tensors.keys()].map((stored) => [stored, { file, stored }]))
}

function partsOfFile(file: SafetensorsFile): Parts {
  const parts: Parts = { textEncoder: new Map(), unet: new Map(), vae: new Map() }
  for (const [stored, place] of places(file)) {
    const [prefix, part] = prefixes.find(([start]) => stored.startsWith(start)) ?? []
    if (prefix && part) parts[part].set(stored.slice(prefix.length), place)
  }
  return parts
}

async function partsOfFolder(
  folder: string,
  open: (file: string) => Promise<SafetensorsFile>,
): Promise<Parts> {
  const parts: Parts = { textEncoder: new Map(), unet: new Map(), vae: new Map() }
  for (const part of Object.keys(folders) as Part[]) {
    for (const path of await filesOfFolder(folder, folders[part])) {
      const file = await open(path)
      for (const [stored, place] of places(file)) parts[part].set(stored, place)
    }
  }
  return parts
}
