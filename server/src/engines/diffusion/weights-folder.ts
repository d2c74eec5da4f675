import { readdir, readFile, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { unusableWeights } from './unusable-weights.ts'

/** What shapes don't tell. */
export interface Architecture {
  textHeads: number
  unetHeads: number
  unetGroups: number
  vaeGroups: number
}

export const stableDiffusion: Architecture = {
  textHeads: 12,
  unetHeads: 8,
  unetGroups: 32,
  vaeGroups: 32,
}

/** The paths of the safetensors files in a part of a diffusers folder. */
export async function filesOfFolder(root: string, part: string): Promise<string[]> {
  const names = await readdir(join(root, part)).catch(() => [])
  return Promise.all(chooseFiles(names, part).map((name) => insideFolder(root, join(part, name))))
}

/** The file without a variant such as `fp16` in its name, or all pieces of it. */
function chooseFiles(names: string[], folder: string): string[] {
  const files = names.filter((name) => name.endsWith('.safetensors'))
  const [first] = files.sort((a, b) => a.length - b.length || a.localeCompare(b))
  if (first === undefined) {
    const hasPickle = names.some((name) => /\.(bin|ckpt|pt|pth)$/.test(name))
    const advice = hasPickle ? '. It has a pickle file, which can run code: convert it' : ''
    throw unusableWeights(`the folder ${folder} has no safetensors file${advice}`)
  }
  const [, stem, count] = /^(.*)-\d+-of-(\d+)\.safetensors$/.exec(first) ?? []
  if (stem === undefined || count === undefined) return [first]
  const pieces = files.filter(
    (name) => name.startsWith(`${stem}-`) && name.endsWith(`-of-${count}.safetensors`),
  )
  if (pieces.length !== Number(count)) throw unusableWeights(`a file in ${folder} is missing`)
  return pieces
}

/** The path of a file, unless a symbolic link leads out of the folder. */
async function insideFolder(folder: string, name: string): Promise<string> {
  const root = await realpath(folder)
  const path = await realpath(join(folder, name))
  if (path.startsWith(root + sep)) return path
  throw unusableWeights(`${name} is a link that leaves the folder`)
}

export async function readArchitecture(folder: string): Promise<Architecture> {
  const [unet, vae, text] = await Promise.all([
    readConfig(folder, 'unet'),
    readConfig(folder, 'vae'),
    readConfig(folder, 'text_encoder'),
  ])
  const whole = (value: unknown, fallback: number) =>
    Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : fallback
  return {
    textHeads: whole(text.num_attention_heads, stableDiffusion.textHeads),
    // Its name is wrong: this is the number of heads.
    unetHeads: whole(unet.attention_head_dim, stableDiffusion.unetHeads),
    unetGroups: whole(unet.norm_num_groups, stableDiffusion.unetGroups),
    vaeGroups: whole(vae.norm_num_groups, stableDiffusion.vaeGroups),
  }
}

async function readConfig(folder: string, part: string): Promise<Record<string, unknown>> {
  const name = join(part, 'config.json')
  const path = await insideFolder(folder, name).catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (path === undefined) return {}
  try {
    return (JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown> | null) ?? {}
  } catch (cause) {
    throw unusableWeights(`${name} is not valid JSON`, cause)
  }
}
