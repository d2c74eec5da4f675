import sharp from 'sharp'

/** How much two cut-outs of one image agree on the subject: intersection over union. */
export async function agreement(ours: string, theirs: string): Promise<number> {
  const [a, b] = await Promise.all([ours, theirs].map(alphaOf))
  if (!a || !b || a.length !== b.length) throw new Error('The cut-outs have different sizes')
  let both = 0
  let either = 0
  for (const [at, alpha] of a.entries()) {
    const [inOurs, inTheirs] = [alpha >= 128, (b[at] as number) >= 128]
    if (inOurs && inTheirs) both++
    if (inOurs || inTheirs) either++
  }
  return either === 0 ? 1 : both / either
}

const alphaOf = (path: string) => sharp(path).ensureAlpha().extractChannel('alpha').raw().toBuffer()
