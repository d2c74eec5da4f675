/** The checks that need no running service, cheapest first: name, command, arguments. */
export const checks = [
  ['lock file', 'node', ['scripts/relax-engines.js', '--check']],
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types', 'node', [...typeCheck('.')]],
  ['types of the console', 'node', [...typeCheck('web')]],
  [
    'import rules',
    'depcruise',
    ['--config', '.dependency-cruiser.cjs', 'server/src', 'cli/src', 'sdk/src', 'web/src'],
  ],
  ['dead code', 'knip', ['--no-progress']],
  ['generated files', 'node', ['server/src/generate-openapi.ts', '--check']],
  ['generated files of the SDK', 'node', ['sdk/scripts/generate.ts', '--check']],
  ['generated files of the CLI', 'node', ['cli/scripts/generate.ts', '--check']],
  ['generated files of the Python client', 'node', ['python/scripts/generate.ts', '--check']],
  ['generated parts of the docs', 'node', ['scripts/generate-docs.ts', '--check']],
  ['migrations', 'node', ['scripts/lint-migrations.ts']],
]

export const slowChecks = [['rules of the OpenAPI document', 'node', ['scripts/lint-openapi.ts']]]

/**
 * TypeScript 7 checks several times faster than 5.9, which stays for the tools that use its API.
 * Both packages call their command "tsc", so this one is named by its path. Several checkers repeat
 * much of each other's work: on two cores, one takes half the CPU time and ends sooner.
 */
function typeCheck(project) {
  return ['node_modules/typescript-7/bin/tsc', '-p', project, '--checkers', '1']
}
