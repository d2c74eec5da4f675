/**
 * Converts RGBRGB… to RR…GG…BB…, the layout that models expect. `order` picks the channels, for
 * models that were trained on BGR.
 */
export function planes(
  pixels: Uint8Array,
  scale: (value: number, channel: number) => number,
  order: readonly [number, number, number] = [0, 1, 2],
): Float32Array {
  const count = pixels.length / 3
  const out = new Float32Array(pixels.length)
  for (const [channel, source] of order.entries()) {
    const table = Float32Array.from({ length: 256 }, (_, value) => scale(value, channel))
    for (let at = 0, from = source; at < count; at++, from += 3) {
      out[channel * count + at] = table[pixels[from] as number] as number
    }
  }
  return out
}
