import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@atelier/server/config.ts'
import { openModels } from '@atelier/server/deps.ts'
import { openModel } from '@atelier/server/engines/diffusion/open-model.ts'
import { openSafetensors } from '@atelier/server/engines/diffusion/read-safetensors.ts'
import { openTokenizer } from '@atelier/server/engines/diffusion/tokenizer.ts'
import { createLogger } from '@atelier/server/platform/logger.ts'
import { compareRuns } from './diffusion-reference/compare-runs.ts'
import { compareNetworks, compareTokens } from './diffusion-reference/compare-stages.ts'
import { openReport } from './diffusion-reference/report.ts'

interface ReferenceSizes {
  clip_heads: number
  unet_heads: number
  norm_groups: number
  width: number
  height: number
}

/** The comparison as a command. Returns the exit code. */
export async function diffusionReference(folder: string | undefined): Promise<number> {
  if (folder === undefined) {
    console.error('Name the folder of the reference: npm run bench -- diffusion-reference <folder>')
    return 2
  }
  return compareWithReference(folder).catch((error: Error) => {
    console.error(`The comparison failed: ${error.message}`)
    return 1
  })
}

/**
 * Compares each stage with the results of another implementation. The folder has weights, prompts
 * with their ids, and `golden.safetensors` with what each stage must return.
 */
async function compareWithReference(folder: string): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), 'atelier-reference-'))
  try {
    const sizes = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')) as ReferenceSizes
    await writeDiffusersFolder(folder, scratch, sizes)
    const golden = await openSafetensors(join(folder, 'golden.safetensors'))
    const report = openReport(golden)
    const settings = { threads: 2, device: 'cpu', precision: 'fp32' } as const
    await using model = await openModel({ weights: scratch }, settings)
    await compareTokens(report, await openTokenizer(await vocabularyPath()), folder)
    await compareNetworks(report, model, sizes)
    await compareRuns(report, model, sizes)
    await golden.close()
    return report.finish()
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The reference has its files side by side; the engine opens folders as diffusers writes them. */
async function writeDiffusersFolder(from: string, to: string, sizes: ReferenceSizes) {
  const configs = {
    text_encoder: { num_attention_heads: sizes.clip_heads },
    unet: { attention_head_dim: sizes.unet_heads, norm_num_groups: sizes.norm_groups },
    vae: { norm_num_groups: sizes.norm_groups },
  }
  for (const [part, config] of Object.entries(configs)) {
    await mkdir(join(to, part))
    await writeFile(join(to, part, 'config.json'), JSON.stringify(config))
    await copyFile(join(from, `${part}.safetensors`), join(to, part, 'model.safetensors'))
  }
}

function vocabularyPath(): Promise<string> {
  const config = readConfig()
  const store = openModels(config, createLogger({ ...config, logLevel: 'error' }))
  return store.path('clip-vocabulary')
}
