import { Command } from 'commander'
import { exitCode } from './exit-codes.ts'
import { printJson } from './output.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .argument('[urls...]', 'running processes to check instead of this machine')
    .option('--json', 'print JSON')
    .action(runDoctor)
}

async function runDoctor(urls: string[], { json }: { json?: boolean }): Promise<void> {
  const { report } = await import('./doctor/report.ts')
  const checks = urls.length > 0 ? await ofFleet(urls) : await ofThisMachine()
  const ok = checks.every(({ status }) => status !== 'problem')
  if (json) printJson({ ok, checks })
  else process.stdout.write(report(checks, process.stdout.columns, urls.length > 0))
  // Doesn't wait for connections that hang: there is nothing to lose.
  process.exit(ok ? exitCode.done : exitCode.failed)
}

async function ofThisMachine() {
  const { examine } = await import('./doctor/examine.ts')
  return examine(process.env)
}

async function ofFleet(urls: string[]) {
  const { examineFleet } = await import('./doctor/fleet.ts')
  return examineFleet(urls, process.env.ATELIER_METRICS_TOKEN)
}
