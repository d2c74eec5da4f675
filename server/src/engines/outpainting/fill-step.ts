import type { Canvas } from './canvas.ts'
import { type Cut, cutWindow } from './cut-window.ts'
import { fillLow } from './fill-low.ts'
import { findDetail } from './find-detail.ts'
import type { FillWindow } from './migan.ts'
import { mirrorStrip } from './mirror-strip.ts'
import { pasteWindow, wantedNodes } from './paste-window.ts'
import { modelCells, type Step } from './step.ts'

/** Does one step: afterwards nothing in its target is unknown. */
export async function fillStep(
  canvas: Canvas,
  step: Step,
  flip: boolean,
  fill: FillWindow,
  random: () => number,
): Promise<void> {
  const wanted = wantedNodes(canvas, step.window, step.target)
  if (!wanted.includes(1)) return
  const cut = cutWindow(canvas, step.window)
  const strip = mirrorStrip(cut, step)
  const low = await fillLow(cut, flip, fill)
  const detail = findDetail(low, wanted, whollyKnown(cut, strip), random)
  pasteWindow(canvas, step.window, step.target, low, detail)
}

/** Detail comes only from what is there at full size: no unknown pixel, and not the mirrored strip. */
function whollyKnown(cut: Cut, strip: Uint8Array): Uint8Array {
  const set = new Uint8Array(modelCells)
  for (let at = 0; at < modelCells; at++) {
    set[at] = (cut.known[at] as number) > 0.99 && strip[at] === 0 ? 1 : 0
  }
  return set
}
