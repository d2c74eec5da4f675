import { Command } from 'commander'
import { exitCode } from './exit-codes.ts'
import { printJson } from './output.ts'

export function upgradeCommand(): Command {
  return new Command('upgrade')
    .requiredOption('--check', 'list what an upgrade to this version would do')
    .option('--json', 'print JSON')
    .action(runUpgrade)
}

/** Installing a new version is the work of npm or a container image; this only looks ahead. */
async function runUpgrade({ json }: { json?: boolean }): Promise<void> {
  const { checkUpgrade } = await import('./upgrade/check-upgrade.ts')
  const { report } = await import('./doctor/report.ts')
  const checks = await checkUpgrade()
  const ok = checks.every(({ status }) => status !== 'problem')
  if (json) printJson({ ok, checks })
  else process.stdout.write(report(checks, process.stdout.columns))
  process.exitCode = ok ? exitCode.done : exitCode.failed
}
