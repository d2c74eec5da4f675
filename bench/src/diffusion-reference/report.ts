import type { SafetensorsFile } from '@atelier/server/engines/diffusion/read-safetensors.ts'

/** The largest difference that rounding explains. */
const maxDifference = 0.001

export interface Report {
  /** Names of the expected results. */
  names: string[]
  read(name: string): Promise<Float32Array>
  shape(name: string): number[]
  /** Prints the largest difference of a stage. */
  compare(stage: string, values: Float32Array, expected: Float32Array): void
  /** The exit code. */
  finish(): number
}

export function openReport(golden: SafetensorsFile): Report {
  const failures: string[] = []
  const print = (stage: string, difference: number) => {
    console.log(`${stage}: ${difference.toExponential(2)}`)
    if (!(difference <= maxDifference)) failures.push(stage)
  }
  return {
    names: [...golden.tensors.keys()],
    read: (name) => golden.read(name),
    shape: (name) => golden.tensors.get(name)?.shape ?? [],
    compare: (stage, values, expected) => print(stage, largestDifference(values, expected)),
    finish: () => {
      if (failures.length === 0) console.log(`All stages are within ${maxDifference}.`)
      else console.error(`Too different: ${failures.join(', ')}.`)
      return failures.length === 0 ? 0 : 1
    },
  }
}

/** Infinite if something is missing or isn't a number. */
function largestDifference(values: Float32Array, expected: Float32Array): number {
  if (values.length !== expected.length || values.length === 0) return Number.POSITIVE_INFINITY
  const largest = values.reduce(
    (most, value, index) => Math.max(most, Math.abs(value - (expected[index] as number))),
    0,
  )
  return Number.isNaN(largest) ? Number.POSITIVE_INFINITY : largest
}
