import type { Deps } from '../../deps.ts'

export type CostlyCheck = 'faces' | 'text'

/** Looks for text and faces in a finished image. */
export async function costlyChecks(
  { engines }: Pick<Deps, 'engines'>,
  imagePath: string,
  checking: CostlyCheck[],
  follow: { signal?: AbortSignal },
): Promise<object> {
  const checks: { faces?: object; text?: object } = {}
  if (checking.includes('faces')) {
    const { faces } = await engines.findFaces({ imagePath }, follow)
    const cutOff = faces.filter((face) => face.is_cut_off).length
    checks.faces = { count: faces.length, cut_off: cutOff }
  }
  if (checking.includes('text')) {
    const { lines } = await engines.readText({ imagePath }, follow)
    checks.text = { count: lines.length, content: lines.map(({ text }) => text).join('\n') }
  }
  return checks
}
