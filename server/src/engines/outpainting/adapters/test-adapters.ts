import { expect } from 'vitest'
import { useFakeEngine } from '../../../../test/fake-engine.ts'
import { draw, gradient, png, readPixels } from '../../../../test/scenes.ts'
import type { EngineContext } from '../../external/call-engine.ts'
import type { OutpaintRequest } from '../outpaint-request.ts'
import type { EngineConfig } from './create-engine.ts'

export const scene = gradient(64, 48)
export const context: EngineContext = { fetch: (url, init) => fetch(url, init) }

/** A fake engine, and the configuration of an adapter that uses it. */
export function useAdapters() {
  const server = useFakeEngine()

  function buildConfig(
    kind: Exclude<EngineConfig['kind'], 'comfyui'>,
    more: object = {},
  ): EngineConfig {
    const baseUrl = server.url
    if (kind === 'openai') {
      const sizes = [
        { width: 96, height: 48 },
        { width: 64, height: 64 },
      ]
      return { kind, baseUrl, apiKey: 'sk-canary', model: 'gpt-image-1', sizes, ...more }
    }
    if (kind === 'automatic1111') return { kind, baseUrl, maxSide: 96, ...more }
    return {
      kind,
      baseUrl,
      token: 'r8-canary',
      version: 'abc123',
      maxSide: 96,
      pollSeconds: 0.01,
      ...more,
    }
  }

  return { server, configOf: buildConfig }
}

/** 64 × 48 becomes 96 × 48. Pixels at x ≥ 64 are generated. */
export async function createRequest(
  change: Partial<OutpaintRequest> = {},
): Promise<OutpaintRequest> {
  return {
    image: await png(scene),
    extend: { right: 32 },
    prompt: 'a green hill',
    count: 2,
    ...change,
  }
}

export function plainPng(width: number, height: number, colour: [number, number, number]) {
  return png(draw(width, height, () => colour))
}

export const red = plainPng(96, 48, [200, 10, 20])

export async function base64(bytes: Uint8Array | Promise<Uint8Array>): Promise<string> {
  return Buffer.from(await bytes).toString('base64')
}

/** Kept pixels equal the input bit for bit. The others are close to this colour. */
export async function expectResult(bytes: Uint8Array | undefined, colour: number[]): Promise<void> {
  const result = await readPixels(bytes as Uint8Array)
  expect(result).toMatchObject({ width: 96, height: 48, channels: 3 })
  let wrong = 0
  for (let y = 0; y < 48; y++) {
    for (let x = 0; x < 96; x++) {
      for (let c = 0; c < 3; c++) {
        const value = result.pixels[(y * 96 + x) * 3 + c] as number
        const kept = x < 64 ? scene.pixels[(y * 64 + x) * 3 + c] : undefined
        if (kept === undefined ? Math.abs(value - (colour[c] as number)) > 2 : value !== kept)
          wrong++
      }
    }
  }
  expect(wrong).toBe(0)
}
