import { describe, expect, test } from 'vitest'
import type { Step } from './definition.ts'
import type { Drawing } from './graph-drawing.ts'
import { layOut, nodeSize } from './graph-layout.ts'

const wait = (id: string): Step => ({ id, type: 'wait', seconds: 1 })
const both: Step = {
  id: 'both',
  type: 'parallel',
  branches: { left: [wait('l1'), wait('l2')], right: [wait('r')] },
}
const choice: Step = {
  id: 'choice',
  type: 'branch',
  cases: [{ when: 'true', steps: [wait('yes')] }],
}
const each: Step = { id: 'each', type: 'for_each', items: 'inputs.list', steps: [wait('one')] }

const at = ({ nodes }: Drawing, id: string) => {
  const node = nodes.find(({ step }) => step.id === id)
  if (!node) throw new Error(`${id} is not drawn`)
  return node
}

function overlap({ nodes }: Drawing): string[] {
  return nodes.flatMap((a, index) =>
    nodes
      .slice(index + 1)
      .filter((b) => Math.abs(a.x - b.x) < nodeSize.width && Math.abs(a.y - b.y) < nodeSize.height)
      .map((b) => `${a.step.id} and ${b.step.id}`),
  )
}

describe('the drawing', () => {
  const all = layOut([wait('first'), both, choice, { ...each, steps: [{ ...both, id: 'x' }] }])

  test('shows every step once, without overlaps and inside the frame', () => {
    const drawing = layOut([wait('first'), both, choice, each, wait('last')])
    expect(drawing.nodes.map(({ step }) => step.id).toSorted()).toEqual(
      ['both', 'choice', 'each', 'first', 'l1', 'l2', 'last', 'one', 'r', 'yes'].toSorted(),
    )
    for (const one of [drawing, all]) {
      expect(overlap(one)).toEqual([])
      for (const { x, y } of one.nodes) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(x + nodeSize.width).toBeLessThanOrEqual(one.width)
        expect(y + nodeSize.height).toBeLessThanOrEqual(one.height)
      }
    }
  })

  test('goes down, with parallel branches side by side', () => {
    const drawing = layOut([both, wait('after')])
    expect(at(drawing, 'l1').y).toBe(at(drawing, 'r').y)
    expect(at(drawing, 'l1').x).toBeLessThan(at(drawing, 'r').x)
    expect(at(drawing, 'l2').y).toBeGreaterThan(at(drawing, 'l1').y)
    expect(at(drawing, 'after').y).toBeGreaterThan(at(drawing, 'l2').y)
  })

  test('has a path around a branch without a matching case', () => {
    const by = layOut([choice]).edges.find(({ around }) => around !== undefined)
    expect(by).toMatchObject({ from: 'choice', around: ['yes'] })
  })

  test('frames loops', () => {
    const drawing = layOut([each])
    const [frame] = drawing.frames
    const inside = at(drawing, 'one')
    expect(frame && inside.y > frame.y && inside.y < frame.y + frame.height).toBe(true)
    expect(drawing.edges.some(({ isLoop }) => isLoop)).toBe(true)
  })
})
