import { randomInt } from 'node:crypto'
import { randomFrom } from './random.ts'

export type Side = 'left' | 'right' | 'top' | 'bottom'

/** Everything in which one result differs from another; it follows from the seed alone. */
export interface Variation {
  seed: number
  order: Side[]
  /** Whether the model sees the windows mirrored, which makes it invent something else. */
  flip: boolean
  /** How much of the photo the model sees beside the hole, as a factor of the usual. */
  context: number
  /** How deep one step goes, as a share of the depth that could be done at once. */
  stepShare: number
  /** How much of a window is a mirrored piece of the photo beyond the hole. */
  mirrorShare: number
  /** How far behind the border that piece starts, as a share of the depth of the hole. */
  mirrorGap: number
  /** How far windows around holes are moved from the middle, -1 to 1. */
  shift: { x: number; y: number }
}

export const maxSeed = 2 ** 31 - 1

/** For whoever named none; the result tells it. */
export function randomSeed(): number {
  return randomInt(maxSeed)
}

/** Result number i of seed s is result number 0 of seed s + i, so each can be made again alone. */
export function seedOf(seed: number, index: number): number {
  return (seed + index) % (maxSeed + 1)
}

/** What is mirrored changes a result most, so neighbours in this list are far from each other. */
const mirrorGaps = [0, 1, 0.5, 1.6, 1, 0, 1.6, 0.5]

/**
 * Eight seeds in a row go through all eight combinations of flip, context and steps, so that no two
 * results of a request share all of them. The order of the sides and the rest is drawn.
 */
export function variationOf(seed: number): Variation {
  const random = randomFrom(seed)
  return {
    seed,
    order: shuffled(['left', 'right', 'top', 'bottom'], random),
    flip: seed % 2 === 1,
    context: (seed >> 1) % 2 === 0 ? 1 : 1.3,
    stepShare: (seed >> 2) % 2 === 0 ? 1 : 0.6,
    mirrorShare: 0.15 + random() * 0.1,
    mirrorGap: mirrorGaps[seed % 8] as number,
    shift: { x: random() * 2 - 1, y: random() * 2 - 1 },
  }
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
