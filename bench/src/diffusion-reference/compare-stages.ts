import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeKnown } from '@atelier/server/engines/diffusion/known-picture.ts'
import {
  decodeLatents,
  encodeText,
  latentFactor,
  predictNoise,
} from '@atelier/server/engines/diffusion/networks.ts'
import type { DiffusionModel, Size } from '@atelier/server/engines/diffusion/open-model.ts'
import type { Tokenizer } from '@atelier/server/engines/diffusion/tokenizer.ts'
import type { Report } from './report.ts'

export async function compareTokens(report: Report, tokenizer: Tokenizer, folder: string) {
  const prompts = JSON.parse(await readFile(join(folder, 'tokens.json'), 'utf8')) as [
    prompt: string,
    ids: number[],
  ][]
  const found = prompts.flatMap(([prompt]) => [-1, ...tokenizer.encode(prompt)])
  const expected = prompts.flatMap(([, ids]) => [-1, ...ids])
  report.compare('token ids', Float32Array.from(found), Float32Array.from(expected))
}

/** Each network alone, with the inputs of the reference. */
export async function compareNetworks(report: Report, model: DiffusionModel, size: Size) {
  const [negative, positive] = [await report.read('neg_states'), await report.read('pos_states')]
  const expected = Float32Array.from([...negative, ...positive])
  const ids = [await report.read('neg_ids'), await report.read('pos_ids')]
  report.compare(
    'text states',
    await encodeText(
      model,
      ids.map((row) => [...row]),
    ),
    expected,
  )
  const noise = report.names.filter((name) => /^unet_out_\d+$/.test(name))
  if (noise.length === 0) throw new Error('The reference has no result of the UNet')
  for (const name of noise) {
    const sample = await report.read('unet_in')
    const timestep = Number(name.split('_').at(-1))
    const predicted = await predictNoise(model, { sample, timestep, states: expected, size })
    report.compare(`UNet at ${timestep}`, predicted, await report.read(name))
  }
  await compareVae(report, model, size)
}

/** The reference encodes the image without the masked part, and doesn't scale the latents. */
async function compareVae(report: Report, model: DiffusionModel, size: Size) {
  const mean = await report.read('vae_mean')
  const pixels = await report.read('image')
  const mask = await report.read('mask')
  const { masked } = await encodeKnown(model, { pixels, mask }, size, 'full')
  const encoded = masked.map((value) => value / latentFactor)
  report.compare('VAE mean', encoded, mean)
  const scaled = mean.map((value) => value * latentFactor)
  const decoded = await decodeLatents(model, scaled, size, 'full')
  report.compare('VAE decoded', decoded, await report.read('vae_decoded'))
}
