import { randomInt } from 'node:crypto'
import { randomFrom } from './random.ts'

export type Side = 'left' | 'right' | 'top' | 'bottom'

/** Everything in which one result differs from another; it follows from the seed alone. */
export interface Variation {
  seed: number
  order: Side[]
  /** Whether the model sees windows the other way round, which makes it invent something else. */
  flip: boolean
  /** How much of the photo the model sees beside the hole, as a factor of the usual. */
  context: number
  /** How deep one step goes, as a share of the depth that could be done at once. */
  stepShare: number
  /** How much of a window lies beyond what it fills: there the model may end the scene. */
  beyondShare: number
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

/** Neighbours in this list are far from each other, and the model answers each quite differently. */
const contexts = [1, 1.3, 0.8, 1.5]

/**
 * No two of eight seeds in a row share context, steps and direction. The first four see the windows
 * as the model likes them best; the other four make it try harder. The rest is drawn.
 */
export function variationOf(seed: number): Variation {
  const random = randomFrom(seed)
  return {
    seed,
    order: shuffled(['left', 'right', 'top', 'bottom'], random),
    flip: (seed >> 2) % 2 === 1,
    context: contexts[seed % 4] as number,
    stepShare: (seed >> 2) % 2 === 0 ? 1 : 0.6,
    beyondShare: 0.09 + random() * 0.05,
    shift: { x: random() * 2 - 1, y: random() * 2 - 1 },
  }
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
