import { defineConfig } from 'vitest/config'
import SlowestFirst from './scripts/slowest-first.js'

/** Files that change modules: replace them, or add to the list of features. Each runs alone. */
const changing = ['web/src/app/markdown.test.ts', 'server/test/example-feature.test.ts']

const isSoak = process.env.ATELIER_SOAK === '1'

/** What a project does not inherit: with `extends` each would start a PostgreSQL of its own. */
const shared = {
  pool: 'forks',
  // Less garbage collection: a seventh of the CPU time.
  execArgv: ['--max-semi-space-size=64', '--heap-growing-percent=700'] as string[],
  // Tests often wait, so more workers than cores. Six were slower: each has a service and a browser.
  maxWorkers: 4,
  // Tests wait for conditions as long as a busy machine needs; these limits only end a hung run.
  testTimeout: isSoak ? 4 * 3_600_000 : 300_000,
  hookTimeout: 120_000,
  // The tests keep every core busy, so models at low priority would hardly run.
  env: { ATELIER_ENGINE_PRIORITY: 'normal' },
  expect: { poll: { timeout: 280_000, interval: 25 } },
} as const

export default defineConfig({
  test: {
    globalSetup: 'server/test/global-setup.ts',
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'program',
          include: ['{server,cli,sdk,python}/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...changing],
          // Importing the whole service for each file takes a third of the time.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'console',
          include: ['web/test/**/*.test.ts'],
          globalSetup: 'web/test/global-setup.ts',
          isolate: false,
        },
      },
      { test: { ...shared, name: 'alone', include: changing } },
    ],
  },
})
