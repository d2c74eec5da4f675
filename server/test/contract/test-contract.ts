import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engines } from '../../src/engines.ts'
import { activitySection, boardSection, draftSection } from './boards.ts'
import { authSection, generalSection } from './general.ts'
import { channelSection, notifySection } from './notifications.ts'
import { projectSection, voiceSection, workspaceSection } from './records.ts'
import { assetSection, transcriptionSection, workflowSection } from './speech.ts'
import { outpaintingSection, removalSection, taskSection } from './tools.ts'
import { useWorld } from './world.ts'

const sections = [
  ...[generalSection, outpaintingSection, removalSection, taskSection, transcriptionSection],
  ...[assetSection, workflowSection, workspaceSection, projectSection, voiceSection],
  ...[draftSection, activitySection, boardSection, notifySection, channelSection, authSection],
]
const total = sections.reduce((sum, { statements }) => sum + statements.length, 0)

/**
 * The API contract, statement by statement, against the real service. A statement that the embedded
 * engine cannot keep says so and is proven with an external engine's protocol.
 */
export function testContract(
  prepareEngines: (engines: Engines) => void,
  { hasModels }: { hasModels: boolean },
): void {
  const world = useWorld()
  let held = 0

  beforeAll(() => prepareEngines(world.service.deps.engines))
  afterAll(() => process.stdout.write(`The contract holds: ${held} of ${total} statements\n`))

  for (const { title, statements } of sections) {
    describe(title, () => {
      for (const { says, proof, needsModels } of statements) {
        if (needsModels && !hasModels) continue
        test(says, async () => {
          await proof(world)
          held++
        })
      }
    })
  }

  test('no statement was lost', () => {
    expect(total).toBe(233)
  })
}
