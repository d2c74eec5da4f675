import { defineConfig } from 'vitest/config'
import SlowestFirst from './scripts/slowest-first.js'

/**
 * Files that talk to a service through its operations and replace nothing in it. They share what a
 * worker has imported: reading the whole service anew for each took a third of their time.
 */
const ofOneService = [
  'server/src/{features,http}/**/*.test.ts',
  'server/test/{bad-input,http,idempotency,logs,lost-connection}.test.ts',
  'server/test/{examples,openapi,rate-limit,second-lock,tenancy,transactions}.test.ts',
  'server/test/hostile/*.test.ts',
]

const isSoak = process.env.ATELIER_SOAK === '1'

/** What a project does not inherit: with `extends` each would start a PostgreSQL of its own. */
const shared = {
  pool: 'threads',
  maxWorkers: 2,
  // Tests wait for conditions as long as a busy machine needs; these limits only end a hung run.
  testTimeout: isSoak ? 4 * 3_600_000 : 300_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 25 } },
} as const

export default defineConfig({
  test: {
    globalSetup: 'server/test/global-setup.ts',
    sequence: { sequencer: SlowestFirst },
    projects: [
      { test: { ...shared, name: 'service', include: ofOneService, isolate: false } },
      {
        test: {
          ...shared,
          name: 'console',
          include: ['web/test/**/*.test.ts'],
          globalSetup: 'web/test/global-setup.ts',
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'alone',
          include: ['{server,cli,sdk}/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ofOneService],
        },
      },
    ],
  },
})
