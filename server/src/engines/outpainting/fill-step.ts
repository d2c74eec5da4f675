import type { Canvas } from './canvas.ts'
import { type Cut, cutWindow } from './cut-window.ts'
import { fillLow, type LowFill } from './fill-low.ts'
import { addTexture, type Comparison, compare } from './find-detail.ts'
import type { FillWindow } from './migan.ts'
import { mirrorBeyond } from './mirror-beyond.ts'
import { pasteWindow, wantedNodes } from './paste-window.ts'
import { repairOdd } from './repair-odd.ts'
import { modelCells, type Step } from './step.ts'

/** A fill that differs less than this from the photo needs no second attempt. */
const goodOddness = 26
/**
 * With a mirrored piece beyond the hole, fills always look more like the photo, but lines that meet
 * the border at an angle turn back at once. So the mirrored fill must be much more similar.
 */
const mirroredHandicap = 1.4
const repairs = 2

interface Attempt {
  low: LowFill
  comparison: Comparison | undefined
}

/** Runs one step. Afterwards no pixel in its target is unknown. */
export async function fillStep(
  canvas: Canvas,
  step: Step,
  fill: FillWindow,
  random: () => number,
): Promise<void> {
  const { window, target, flip } = step
  const wanted = wantedNodes(canvas, window, target)
  if (!wanted.includes(1)) return
  const cut = cutWindow(canvas, window)
  const usable = whollyKnown(cut)
  const attempt = async (shown: Cut): Promise<Attempt> => {
    const low = await fillLow(shown, flip, fill)
    return { low, comparison: compare(low, wanted, usable, random) }
  }
  const { low, comparison } = await bestAttempt(cut, step, attempt)
  let settled = comparison
  for (let i = 0; i < repairs && settled && repairOdd(low, settled); i++) {
    settled = compare(low, wanted, usable, random, settled.matches)
  }
  pasteWindow(canvas, window, target, low, settled && addTexture(low, settled))
}

async function bestAttempt(
  cut: Cut,
  step: Step,
  attempt: (shown: Cut) => Promise<Attempt>,
): Promise<Attempt> {
  const open = await attempt(cut)
  const oddness = open.comparison?.oddness ?? 0
  const mirrored = oddness > goodOddness && mirrorBeyond(cut, step)
  if (!mirrored) return open
  const other = await attempt(mirrored)
  return (other.comparison?.oddness ?? 0) * mirroredHandicap < oddness ? other : open
}

/** Detail comes only from cells with no unknown pixels at full size. */
function whollyKnown(cut: Cut): Uint8Array {
  const set = new Uint8Array(modelCells)
  for (let at = 0; at < modelCells; at++) set[at] = (cut.known[at] as number) > 0.99 ? 1 : 0
  return set
}
