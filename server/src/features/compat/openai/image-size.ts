/** Width and height in pixels, or `auto`. */
export const sizePattern = /^(auto|\d{2,4}x\d{2,4})$/

export function parseSize(size = 'auto') {
  const [width = 1024, height = 1024] = size === 'auto' ? [] : size.split('x').map(Number)
  return { width: clamp(width), height: clamp(height) }
}

function clamp(pixels: number): number {
  return Math.max(64, Math.min(2048, pixels))
}
