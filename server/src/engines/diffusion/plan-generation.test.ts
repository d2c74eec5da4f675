import { describe, expect, test } from 'vitest'
import { planGeneration } from './plan-generation.ts'

const wanted = { width: 64, height: 64, hasNegativePrompt: true, hasLora: true, hasTinyVae: true }

describe('settings', () => {
  test('fast generation uses the LoRA, TAESD and mild guidance', () => {
    const { settings, warnings } = planGeneration({ ...wanted, quality: 'fast' })
    expect(settings).toMatchObject({ sampler: 'lcm', steps: 4, vae: 'tiny', usesLora: true })
    expect(settings.guidanceScale).toBeCloseTo(1.65, 6)
    expect(warnings).toEqual([])
  })

  test('without guidance, the negative prompt has no effect', () => {
    const { warnings } = planGeneration({ ...wanted, quality: 'fast', guidanceScale: 1 })
    expect(warnings).toEqual([expect.stringContaining('negative prompt has no effect')])
  })

  test('without the LoRA, fast generation is as slow as the best', () => {
    const plan = planGeneration({ ...wanted, quality: 'fast', hasLora: false })
    expect(plan.settings).toMatchObject({ sampler: 'euler', steps: 20, usesLora: false })
    expect(plan.warnings).toHaveLength(1)
  })

  test('steps have limits', () => {
    const steps = (quality: 'fast' | 'best', steps: number) =>
      planGeneration({ ...wanted, quality, steps }).settings.steps
    expect([steps('best', 0), steps('best', 5000), steps('fast', 80)]).toEqual([1, 100, 50])
  })
})
