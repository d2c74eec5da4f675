/** Where the snippets of a page run, besides guides.slow.test.ts. */
export const runElsewhere: Record<string, string> = {
  '../sdk/README.md': 'sdk/test/readme.slow.test.ts',
  '../python/README.md': 'python/test/python.slow.test.ts',
  '../CONTRIBUTING.md': 'server/test/example-feature.slow.test.ts',
}

/** Commands that no test pastes, and why. A pattern that matches nothing fails the test. */
export const notRun: readonly [RegExp, string][] = [
  [
    /^npm (ci|test|start|init|install|run)|^npm (ci|run) .*&&/,
    '"npm run release:dry" installs and starts',
  ],
  [/^npx atelier serve|^ATELIER_DATA_DIR=\S+ atelier serve/, '"npm run release:dry" starts it'],
  [/^atelier login --url/, 'opens a browser: cli/src/journeys.test.ts signs in that way'],
  [/^atelier events follow/, 'never ends: the cookbook follows events'],
  [/^atelier project edit/, 'opens an editor: cli/src/journeys.test.ts does'],
  [/^atelier webhooks listen/, 'never ends: cli/src/webhooks has its test'],
  [/atelier doctor http|doctor$/, 'needs a fleet or an installation: cli/src/doctor.slow.test.ts'],
  [/atelier (backup|restore|copy-database)/, 'needs an installation: cli/src/backup.slow.test.ts'],
  [
    /^(pgbackrest|pg_dump|pg_restore|createdb|restic) /,
    'needs the tools of others: decision 18 has the figures of a run',
  ],
  [/sign-in-link|keys (list|create)/, 'needs an installation: cli/src/keys.slow.test.ts'],
  [/upgrade --check/, 'needs an installation: cli/src/upgrade.slow.test.ts'],
  [/models pull/, 'downloads 148 MB and more'],
  [/receipts verify|receipts list-keys/, 'needs a receipt: cli/src/receipts has its test'],
  [
    /^cat talk|atelier say|^npx atelier (transcribe|outpaint|remove-background)/,
    'run by cli/src/media/speech.slow.test.ts and cli/src/media/images.slow.test.ts',
  ],
  [
    /^(podman|docker|kubectl|systemctl|journalctl|useradd|git clone|cp deploy|deploy\/)/,
    'needs a container engine or root: server/test/deployment.test.ts checks the files',
  ],
  [/^ATELIER_ALLOW_CIDRS=|^OTEL_/, 'a setting: server/src/config.test.ts reads it'],
  [/^claude mcp add/, 'another program; guides/mcp.md connects to the same URL'],
  [/hooks\.slack\.com/, 'needs an account of another service'],
  [/"\$URL"|\$RUN|<[a-z_ ]+>/, 'has a value that the reader fills in'],
  [/ -N /, 'never ends: the cookbook follows events'],
]
