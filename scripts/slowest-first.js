import { BaseSequencer } from 'vitest/node'

/** The slowest files. They run first, so that none is still running when the others are done. */
const slowest = [
  'web/test/every-view-tools.test.ts',
  'web/test/every-view-talk.test.ts',
  'web/test/every-view-boards.test.ts',
  'web/test/views-apart.test.ts',
  'web/test/studio.test.ts',
  'web/test/failures.test.ts',
  'web/test/social.test.ts',
  'web/test/layout-shift.test.ts',
  'server/test/fleet/fleet.test.ts',
  'server/src/features/compat/openai/openai.test.ts',
  'server/test/guides.test.ts',
  'server/src/features/workflows/templates.test.ts',
  'server/src/features/compat/remove-bg/remove-bg.test.ts',
  'server/test/kill-worker.test.ts',
  'cli/src/images.test.ts',
  'cli/src/speech.test.ts',
  'server/test/workflow-kill.test.ts',
  'server/src/engines/background/real-models.test.ts',
  'server/test/data-folder.test.ts',
  'server/test/npm-start.test.ts',
]

/** A fresh clone knows no times, and a short file may take long. */
export default class SlowestFirst extends BaseSequencer {
  async sort(specifications) {
    const sorted = await super.sort(specifications)
    const isSlow = ({ moduleId }) => slowest.some((path) => moduleId.endsWith(path))
    // One project after another, because each has its own workers. The console comes last, because
    // its browser may still have to be installed.
    const projects = ['program', 'alone', 'through Vite', 'console']
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name)
      return [...own.filter(isSlow), ...own.filter((one) => !isSlow(one))]
    })
  }
}
