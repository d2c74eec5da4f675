import sharp from 'sharp'

/** Writes a small picture for trying out an engine: a sky above a meadow. */
export async function writeSampleImage(path: string): Promise<void> {
  const svg =
    '<svg width="256" height="256"><rect width="256" height="150" fill="#8fc1e8"/><rect y="150" width="256" height="106" fill="#6a9a4b"/><circle cx="190" cy="60" r="26" fill="#f6e08a"/></svg>'
  await sharp(Buffer.from(svg)).removeAlpha().png().toFile(path)
}
