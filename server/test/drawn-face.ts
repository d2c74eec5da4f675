import sharp from 'sharp'

/** A shaded drawing of a head that a face detector accepts, 200 × 240 around (0, 0). */
const head = `
  <path d="M-110 200 Q-100 130 -45 120 L45 120 Q100 130 110 200 Z" fill="#39506b"/>
  <path d="M-34 70 L34 70 L38 135 L-38 135 Z" fill="#c08a6c"/>
  <ellipse cx="0" cy="-14" rx="96" ry="116" fill="#3a2820"/>
  <ellipse cx="0" cy="12" rx="76" ry="100" fill="url(#skin)"/>
  <path d="M-78 -14 Q-70 -100 0 -98 Q72 -100 78 -14 Q60 -62 8 -66 Q-46 -64 -78 -14 Z" fill="#3a2820"/>
  <path d="M-52 -26 Q-34 -38 -14 -28 L-14 -23 Q-34 -31 -52 -20 Z" fill="#3a2820"/>
  <path d="M52 -26 Q34 -38 14 -28 L14 -23 Q34 -31 52 -20 Z" fill="#3a2820"/>
  <ellipse cx="-32" cy="-6" rx="17" ry="9" fill="#f4efe9"/><circle cx="-32" cy="-6" r="8" fill="#4b3626"/><circle cx="-32" cy="-6" r="4" fill="#111"/>
  <ellipse cx="32" cy="-6" rx="17" ry="9" fill="#f4efe9"/><circle cx="32" cy="-6" r="8" fill="#4b3626"/><circle cx="32" cy="-6" r="4" fill="#111"/>
  <path d="M-50 -8 Q-32 -20 -14 -6" stroke="#5b3b2c" stroke-width="3" fill="none"/>
  <path d="M50 -8 Q32 -20 14 -6" stroke="#5b3b2c" stroke-width="3" fill="none"/>
  <path d="M-6 -4 Q-12 28 -16 36 Q0 48 16 36 Q12 28 6 -4" fill="#b97f62" opacity="0.45"/>
  <ellipse cx="-8" cy="38" rx="4" ry="2.5" fill="#7a4a38"/><ellipse cx="8" cy="38" rx="4" ry="2.5" fill="#7a4a38"/>
  <path d="M-28 66 Q0 58 28 66 Q0 88 -28 66 Z" fill="#a8484a"/>
  <path d="M-28 66 Q0 72 28 66" stroke="#6d2a2d" stroke-width="2.5" fill="none"/>`

export interface DrawnFace {
  x: number
  y: number
  /** 1 draws a face of 150 × 200 pixels. */
  scale: number
}

/** A PNG with drawn faces in front of a soft wall. */
export async function drawFaces(
  { width, height }: { width: number; height: number },
  faces: DrawnFace[],
): Promise<Buffer> {
  const shapes = faces.map(
    ({ x, y, scale }) => `<g transform="translate(${x} ${y}) scale(${scale})">${head}</g>`,
  )
  const svg = `<svg width="${width}" height="${height}"><defs>
    <radialGradient id="skin" cx="45%" cy="40%" r="65%"><stop offset="0" stop-color="#eec3a4"/><stop offset="0.7" stop-color="#d9a685"/><stop offset="1" stop-color="#a9765a"/></radialGradient>
    <linearGradient id="wall" x2="0" y2="1"><stop offset="0" stop-color="#c9d2d6"/><stop offset="1" stop-color="#8f9aa0"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#wall)"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().blur(0.7).png().toBuffer()
}
