import { concat, denoise } from '@atelier/server/engines/diffusion/denoise.ts'
import { encodeKnown } from '@atelier/server/engines/diffusion/known-picture.ts'
import { decodeLatents } from '@atelier/server/engines/diffusion/networks.ts'
import type { DiffusionModel, Size } from '@atelier/server/engines/diffusion/open-model.ts'
import { createSchedule, samplers } from '@atelier/server/engines/diffusion/schedules.ts'
import type { Report } from './report.ts'

/** Every run of the reference: each step, and the picture at the end. */
export async function compareRuns(report: Report, model: DiffusionModel, size: Size) {
  const runs = report.names.flatMap((name) => /^(.+)_timesteps$/.exec(name)?.[1] ?? [])
  const missing = samplers.filter((sampler) => !runs.some((run) => run.startsWith(sampler)))
  if (missing.length > 0) throw new Error(`The reference has no run of ${missing.join(', ')}`)
  const pixels = await report.read('image')
  const mask = await report.read('mask')
  const known = await encodeKnown(model, { pixels, mask }, size, 'full')
  for (const run of runs) await compareRun(report, model, { run, size, known })
}

async function compareRun(
  report: Report,
  model: DiffusionModel,
  { run, size, known }: { run: string; size: Size; known: Awaited<ReturnType<typeof encodeKnown>> },
) {
  const timesteps = await report.read(`${run}_timesteps`)
  const sampler = samplers.find((one) => run.startsWith(one)) ?? 'ddim'
  const schedule = createSchedule(sampler, timesteps.length)
  report.compare(`${run} timesteps`, Float32Array.from(schedule.timesteps), timesteps)
  const expected = splitRows(await report.read(`${run}_latents`), timesteps.length)
  const hasNoises = report.names.includes(`${run}_noises`)
  const noises = hasNoises ? splitRows(await report.read(`${run}_noises`), timesteps.length) : []
  const scale = run.endsWith('noguidance') ? 1 : sampler === 'lcm' ? 1.65 : 7.5
  const positive = await report.read('pos_states')
  const states = scale === 1 ? positive : concat([await report.read('neg_states'), positive])
  const latents = await denoise(
    model,
    {
      ...{ schedule, known, size, guidance: { states, scale } },
      noise: await report.read('noise'),
      fresh: (step) => noises[step] ?? new Float32Array(),
    },
    {
      onStep: (step, latents) =>
        report.compare(`${run} step ${step + 1}`, latents, expected[step] ?? new Float32Array()),
    },
  )
  const decoded = await decodeLatents(model, latents, size, 'full')
  const picture = decoded.map((value) => Math.min(Math.max(value / 2 + 0.5, 0), 1))
  report.compare(`${run} picture`, picture, await report.read(`${run}_image`))
}

function splitRows(values: Float32Array, count: number): Float32Array[] {
  const length = values.length / count
  return Array.from({ length: count }, (_, row) =>
    values.subarray(row * length, (row + 1) * length),
  )
}
