/** How one sampler goes from noise to a picture in a number of steps. */
export interface Schedule {
  timesteps: number[]
  /** The first noise is multiplied by this. */
  noiseScale: number
  /** The network's input at a step is divided by this. */
  inputScale(step: number): number
  /** The latents after a step. Only LCM uses the fresh noise. */
  next(
    step: number,
    latents: Float32Array,
    predicted: Float32Array,
    fresh: () => Float32Array,
  ): Float32Array
  /** Known latents with the noise that they have after a step. */
  addNoise(step: number, known: Float32Array, noise: Float32Array): Float32Array
}

export const samplers = ['ddim', 'euler', 'lcm'] as const
export type Sampler = (typeof samplers)[number]

const trainingSteps = 1000
/** LCM was distilled from a schedule with this many steps. */
const distilledSteps = 50

export const maxSteps: Record<Sampler, number> = { ddim: 100, euler: 100, lcm: distilledSteps }

export function createSchedule(sampler: Sampler, steps: number): Schedule {
  if (sampler === 'ddim') return ddim(steps)
  return sampler === 'euler' ? euler(steps) : lcm(steps)
}

/** The share of the picture, not the noise, that is left after each training step. */
const kept = keptShares()

function keptShares(): number[] {
  const [first, last] = [Math.sqrt(0.000_85), Math.sqrt(0.012)]
  let product = 1
  return Array.from({ length: trainingSteps }, (_, step) => {
    const root = first + ((last - first) * step) / (trainingSteps - 1)
    product *= 1 - root * root
    return product
  })
}

function readKept(timestep: number): number {
  return kept[timestep] ?? 1
}

function evenTimesteps(steps: number): number[] {
  const stride = Math.floor(trainingSteps / steps)
  return Array.from({ length: steps }, (_, index) => (steps - 1 - index) * stride + 1)
}

function ddim(steps: number): Schedule {
  const timesteps = evenTimesteps(steps)
  const stride = Math.floor(trainingSteps / steps)
  return {
    timesteps,
    noiseScale: 1,
    inputScale: () => 1,
    next: (step, latents, predicted) => {
      const timestep = timesteps[step] ?? 0
      const share = readKept(timestep)
      // The last step ends at the least noise that the network has seen.
      const after = readKept(Math.max(timestep - stride, 0))
      const original = Math.sqrt(after / share)
      const noise = Math.sqrt(1 - after) - original * Math.sqrt(1 - share)
      return mix(latents, original, predicted, noise)
    },
    addNoise: (step, known, noise) => withNoise(known, noise, timesteps[step + 1]),
  }
}

function euler(steps: number): Schedule {
  const timesteps = evenTimesteps(steps)
  const sigmas = timesteps.map((timestep) => {
    const share = readKept(timestep)
    return Math.sqrt((1 - share) / share)
  })
  const readSigma = (step: number) => sigmas[step] ?? 0
  return {
    timesteps,
    noiseScale: Math.hypot(readSigma(0), 1),
    inputScale: (step) => Math.hypot(readSigma(step), 1),
    next: (step, latents, predicted) =>
      mix(latents, 1, predicted, readSigma(step + 1) - readSigma(step)),
    addNoise: (step, known, noise) => mix(known, 1, noise, readSigma(step + 1)),
  }
}

function lcm(steps: number): Schedule {
  const stride = trainingSteps / distilledSteps
  const timesteps = Array.from({ length: steps }, (_, index) => {
    const skipped = Math.floor((index * distilledSteps) / steps)
    return (distilledSteps - skipped) * stride - 1
  })
  return {
    timesteps,
    noiseScale: 1,
    inputScale: () => 1,
    next: (step, latents, predicted, fresh) => {
      const timestep = timesteps[step] ?? 0
      const share = readKept(timestep)
      const scaled = timestep * 10
      const skip = 0.25 / (scaled * scaled + 0.25)
      const out = scaled / Math.sqrt(scaled * scaled + 0.25)
      const original = out / Math.sqrt(share)
      const denoised = mix(latents, original + skip, predicted, -original * Math.sqrt(1 - share))
      const after = timesteps[step + 1]
      return after === undefined ? denoised : withNoise(denoised, fresh(), after)
    },
    addNoise: (step, known, noise) => withNoise(known, noise, timesteps[step + 1]),
  }
}

/** After the last step there is none. */
function withNoise(known: Float32Array, noise: Float32Array, timestep: number | undefined) {
  if (timestep === undefined) return known
  const share = readKept(timestep)
  return mix(known, Math.sqrt(share), noise, Math.sqrt(1 - share))
}

function mix(a: Float32Array, shareOfA: number, b: Float32Array, shareOfB: number): Float32Array {
  return a.map((value, index) => value * shareOfA + (b[index] as number) * shareOfB)
}
