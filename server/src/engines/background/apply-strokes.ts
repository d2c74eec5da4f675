import { buildPalette, mixPalettes, type Palette, unlikeness } from './colour-odds.ts'
import { budget, ground, spread } from './spread.ts'
import { drawReach, drawStrokes, type Refinement, type Stroke } from './strokes.ts'
import { blurCells, tidyChange } from './tidy-change.ts'

/** A cell belongs to a stroke if the stroke covers at least half of it. */
const covered = 128
/** Cells at least this close to what the strokes want need no correction. */
const alreadyRight = 0.98

interface Size {
  width: number
  height: number
}

/**
 * Corrects a mask by strokes. Cells under a stroke are forced. From there the correction spreads
 * over the connected area with similar colours, up to its edges, and no farther than the strokes
 * reach. Where both kinds meet, the nearer one wins; where strokes overlap, `remove` wins.
 */
export async function applyStrokes(
  mask: Float32Array,
  grid: Uint8Array,
  picture: Size,
  { keep = [], remove = [] }: Refinement,
): Promise<Float32Array> {
  const kept = await drawStrokes(keep, picture)
  const removed = await drawStrokes(remove, picture)
  for (let cell = 0; cell < kept.length; cell++) {
    if ((removed[cell] as number) >= covered) kept[cell] = 0
  }
  const inverse = mask.map((value) => 1 - value)
  const gain = await reach(keep, picture, { grid, mask, ours: kept, theirs: removed })
  const loss = await reach(remove, picture, { grid, mask: inverse, ours: removed, theirs: kept })
  const change = mask.map((value, cell) => {
    const [gained, lost] = [gain[cell] as number, loss[cell] as number]
    if (gained < lost) return value < alreadyRight ? computeShare(gained) : 0
    return value > 1 - alreadyRight ? -computeShare(lost) : 0
  })
  tidyChange(change, mask, picture)
  return mask.map((value, cell) => {
    if ((kept[cell] as number) >= covered) return 1
    if ((removed[cell] as number) >= covered) return 0
    const share = change[cell] as number
    return share > 0 ? Math.max(value, share) : Math.min(value, 1 + share)
  })
}

/** Full for the first half of the budget, then fading. */
function computeShare(cost: number): number {
  return Math.min(1, (2 * (budget - cost)) / budget)
}

interface Side {
  grid: Uint8Array
  /** How far each cell already is what the strokes want. */
  mask: Float32Array
  ours: Uint8Array
  theirs: Uint8Array
}

/** The cost at which the strokes of one kind reach each cell. */
async function reach(strokes: Stroke[], picture: Size, side: Side): Promise<Uint16Array> {
  const { grid, mask, ours, theirs } = side
  const seeds = cellsWhere(ours, covered)
  if (seeds.length === 0) return new Uint16Array(mask.length).fill(budget)
  const zone = await drawReach(strokes, picture)
  const cells = cellsWhere(zone, 1)
  const palettes = { ours: buildPalette(grid, seeds), theirs: oppositePalette(side, cells) }
  const unlike = unlikeness(grid, cells, palettes)
  blurCells(unlike)
  const kinds = new Uint8Array(mask.length)
  for (const cell of cells) {
    if ((theirs[cell] as number) >= covered) continue
    kinds[cell] = (mask[cell] as number) >= alreadyRight ? ground.right : ground.wrong
  }
  return spread(seeds, { grid, kinds, unlike })
}

/** What the strokes must be told from: the other strokes, and the opposite side of the mask. */
function oppositePalette({ grid, mask, ours, theirs }: Side, cells: Uint32Array): Palette {
  const weighCell = (cell: number) => (ours[cell] === 0 ? 1 - (mask[cell] as number) : 0)
  const around = buildPalette(grid, cells, weighCell)
  const marked = cellsWhere(theirs, covered)
  return marked.length === 0 ? around : mixPalettes(around, buildPalette(grid, marked))
}

function cellsWhere(plane: Uint8Array, least: number): Uint32Array {
  let count = 0
  for (let cell = 0; cell < plane.length; cell++) if ((plane[cell] as number) >= least) count++
  const cells = new Uint32Array(count)
  for (let cell = 0, at = 0; at < count; cell++) {
    if ((plane[cell] as number) >= least) cells[at++] = cell
  }
  return cells
}
