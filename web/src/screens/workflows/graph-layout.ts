import { listParts, type Step } from './definition.ts'
import { add, type Drawing, emptyDrawing, line, turn } from './graph-drawing.ts'

export const nodeSize = { width: 212, height: 50 }
const below = 30
const beside = 28
const labelHeight = 24
const framePadding = 18
const dot = 12

export function layOut(steps: Step[]): Drawing {
  const all = sequence(steps)
  const first = steps[0]?.id
  const last = steps.at(-1)?.id
  const drawing = emptyDrawing(all.width, all.height + 2 * (dot + below), all.middle)
  const bottom = drawing.height - dot
  add(drawing, all, 0, dot + below)
  drawing.edges.push(
    { key: 'start', d: line(all.middle, dot, dot + below), ...(first && { to: first }) },
    { key: 'end', d: line(all.middle, bottom - below, bottom), ...(last && { from: last }) },
  )
  return drawing
}

function sequence(steps: Step[]): Drawing {
  const blocks = steps.map(block)
  const middle = Math.max(nodeSize.width / 2, ...blocks.map((one) => one.middle))
  const right = Math.max(nodeSize.width / 2, ...blocks.map((one) => one.width - one.middle))
  const drawing = emptyDrawing(middle + right, 0, middle)
  for (const [index, one] of blocks.entries()) {
    const step = steps[index] as Step
    if (index > 0) {
      const top = drawing.height
      drawing.edges.push({ key: `>${step.id}`, d: line(middle, top, top + below), to: step.id })
      drawing.height += below
    }
    add(drawing, one, middle - one.middle, drawing.height)
    drawing.height += one.height
  }
  return drawing
}

function block(step: Step): Drawing {
  const parts = listParts(step)
  if (parts.length === 0) return single(step)
  return step.type === 'for_each' ? loop(step) : sideBySide(step)
}

function single(step: Step): Drawing {
  const drawing = emptyDrawing(nodeSize.width, nodeSize.height, nodeSize.width / 2)
  drawing.nodes.push({ step, x: 0, y: 0 })
  return drawing
}

/** Cases and branches: a line to each, and one from each to where they join. */
function sideBySide(step: Step): Drawing {
  const parts = listParts(step).map((part) => ({ ...part, drawing: sequence(part.steps) }))
  const width =
    parts.reduce((sum, { drawing }) => sum + drawing.width, 0) + beside * (parts.length - 1)
  const tallest = Math.max(...parts.map(({ drawing }) => drawing.height))
  const fork = nodeSize.height + below / 2
  const top = fork + below / 2 + labelHeight
  const drawing = emptyDrawing(Math.max(width, nodeSize.width), top + tallest + below, 0)
  drawing.middle = drawing.width / 2
  drawing.nodes.push({ step, x: drawing.middle - nodeSize.width / 2, y: 0 })
  let left = (drawing.width - width) / 2
  for (const { key, label, steps, drawing: inside } of parts) {
    const x = left + inside.middle
    const first = steps[0]?.id
    const last = steps.at(-1)?.id
    const way = turn(drawing.middle, nodeSize.height, x, fork)
    const end = top + inside.height
    const back = `${line(x, end, drawing.height - below / 2)} H${drawing.middle} V${drawing.height}`
    const edge = (name: string, d: string) => ({ key: `${step.id}/${key}/${name}`, d })
    if (first && last) {
      drawing.edges.push({ ...edge('in', `${way} V${top}`), to: first })
      drawing.edges.push({ ...edge('out', back), from: last })
    } else {
      const around = parts.flatMap((part) => part.steps.map(({ id }) => id))
      const through = `${way} V${drawing.height - below / 2} H${drawing.middle} V${drawing.height}`
      drawing.edges.push({ ...edge('by', through), from: step.id, around })
    }
    const labelY = fork + below / 2 - 4
    drawing.labels.push({
      key: `${step.id}/${key}`,
      text: label,
      x: left,
      y: labelY,
      width: inside.width,
    })
    add(drawing, inside, left, top)
    left += inside.width + beside
  }
  return drawing
}

/** The body of a loop is in a frame, with a line back to its top. */
function loop(step: Step): Drawing {
  const [part] = listParts(step)
  const inside = sequence(part?.steps ?? [])
  const first = part?.steps[0]?.id
  const top = nodeSize.height + below
  const start = top + labelHeight + framePadding
  const width = inside.width + 2 * framePadding + beside
  const drawing = emptyDrawing(width, start + inside.height + framePadding + below, 0)
  drawing.middle = framePadding + inside.middle
  const { middle, height } = drawing
  const bottom = height - below
  const right = width - framePadding
  drawing.nodes.push({ step, x: middle - nodeSize.width / 2, y: 0 })
  drawing.frames.push({ key: step.id, x: 0, y: top, width, height: bottom - top })
  drawing.labels.push({
    key: step.id,
    text: part?.label ?? '',
    x: framePadding,
    y: top + 6,
    width: width - 2 * framePadding,
  })
  const back = `M${middle} ${bottom - framePadding / 2} H${right} V${start - framePadding / 2} H${middle}`
  drawing.edges.push(
    { key: `${step.id}/in`, d: line(middle, nodeSize.height, start), ...(first && { to: first }) },
    { key: `${step.id}/out`, d: line(middle, bottom - framePadding, height), from: step.id },
    { key: `${step.id}/back`, d: back, from: step.id, isLoop: true },
  )
  add(drawing, inside, framePadding, start)
  return drawing
}
