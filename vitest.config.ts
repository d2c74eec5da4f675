import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Adds to the list of features, so it runs alone. */
const alone = ['server/test/example-feature.slow.test.ts']

/** These need Vite's module runner. */
const throughVite = [
  // Replaces modules.
  'web/src/app/markdown.test.ts',
  // Its library publishes TypeScript for the condition "development", which Vitest sets.
  'sdk/test/package.slow.test.ts',
]

/** `npm test` leaves out the slow ones. Vitest alone runs what it is asked to run. */
const part = process.env.ATELIER_TEST_PART
const slow = '**/*.slow.test.ts'
const include = (...folders: string[]) =>
  folders.map((folder) => `${folder}/**/*${part === 'slow' ? '.slow' : ''}.test.ts`)
const chosen = (files: string[]) =>
  files.filter((file) => !(part === 'quick' && file.includes('.slow.')))
const leftOut = ['**/node_modules/**', ...(part === 'quick' ? [slow] : [])]

const isSoak = process.env.ATELIER_SOAK === '1'

/** What a project does not inherit: with `extends` each would start a PostgreSQL of its own. */
const shared = {
  pool: 'forks',
  execArgv: [
    // Less garbage collection. The heap holds the whole service, so each collection is slow, and V8
    // starts one for every 64 MB of file contents and tensors, or when a test waits. At 700 percent,
    // a worker grew to 2.4 GB.
    '--max-semi-space-size=64',
    '--heap-growing-percent=400',
    '--external-memory-accounted-in-global-limit',
    '--no-memory-reducer',
  ] as string[],
  // Tests often wait, so more workers than cores. Six were slower: each has a service and a browser.
  maxWorkers: 4,
  // Tests wait as long as a busy machine needs; these limits only end a hung run.
  testTimeout: isSoak ? 4 * 3_600_000 : 600_000,
  hookTimeout: 600_000,
  // The tests keep every core busy, so models at low priority would hardly run.
  env: { ATELIER_ENGINE_PRIORITY: 'normal' },
  expect: { poll: { timeout: 280_000, interval: 25 } },
} as const

/** Node runs the files itself, as it runs the service: Vite's module runner is slower. */
const native = { viteModuleRunner: false, nodeLoader: false } as const

/** Each project has its own workers, so one after another. The longest files of each come first. */
class ProjectAfterProject extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const sorted = await super.sort(specifications)
    // Its journeys are the longest file of "npm test". Otherwise the console comes last, because its
    // browser may still have to be installed.
    const others = ['program', 'alone', 'through Vite']
    const projects = part === 'quick' ? ['console', ...others] : [...others, 'console']
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name))
  }
}

export default defineConfig({
  test: {
    globalSetup: 'server/test/global-setup.ts',
    // Vitest reports a worker that takes over 10 s to end. In a fresh clone, writing its compiled
    // code can take longer.
    teardownTimeout: 60_000,
    sequence: { sequencer: ProjectAfterProject },
    projects: [
      {
        test: {
          ...shared,
          name: 'program',
          include: include('{server,cli,sdk,python}', 'web/src'),
          exclude: [...leftOut, ...alone, ...throughVite],
          // Importing the whole service for each file takes a third of the time.
          isolate: false,
          experimental: native,
        },
      },
      {
        test: {
          ...shared,
          name: 'console',
          include: include('web/test'),
          exclude: leftOut,
          globalSetup: 'web/test/global-setup.ts',
          isolate: false,
          experimental: native,
        },
      },
      { test: { ...shared, name: 'alone', include: chosen(alone), experimental: native } },
      { test: { ...shared, name: 'through Vite', include: chosen(throughVite) } },
    ],
  },
})
