import type { GraphLayers } from './graph-layers.ts'

interface ResnetSettings {
  groups: number
  epsilon: number
  /** The active embedding of the time; the VAE has none. */
  time?: string
}

/** Two convolutions, added to what comes in. */
export async function resnet(
  { conv, groupNorm, silu, add, linear, has, toColumn }: GraphLayers,
  x: string,
  name: string,
  { groups, epsilon, time }: ResnetSettings,
): Promise<string> {
  const first = silu(await groupNorm(x, `${name}.norm1`, groups, epsilon))
  let inner = await conv(first, `${name}.conv1`)
  if (time !== undefined) {
    inner = add(inner, toColumn(await linear(time, `${name}.time_emb_proj`, { isExact: true })))
  }
  const second = silu(await groupNorm(inner, `${name}.norm2`, groups, epsilon))
  const result = await conv(second, `${name}.conv2`)
  const shortcut = `${name}.conv_shortcut`
  return add(has(`${shortcut}.weight`) ? await conv(x, shortcut) : x, result)
}
