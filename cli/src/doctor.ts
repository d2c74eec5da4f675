import { Command } from 'commander'
import { exitCode } from './exit-codes.ts'
import { printJson } from './output.ts'

export function doctorCommand(): Command {
  return new Command('doctor').option('--json', 'print JSON').action(runDoctor)
}

async function runDoctor({ json }: { json?: boolean }): Promise<void> {
  const { examine } = await import('./doctor/examine.ts')
  const { report } = await import('./doctor/report.ts')
  const checks = await examine(process.env)
  const ok = checks.every(({ status }) => status !== 'problem')
  if (json) printJson({ ok, checks })
  else process.stdout.write(report(checks, process.stdout.columns))
  // Doesn't wait for connections that hang: there is nothing to lose.
  process.exit(ok ? exitCode.done : exitCode.failed)
}
