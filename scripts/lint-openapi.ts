import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import { exceptions, spectralRules } from './openapi-rules.ts'

/**
 * Checks docs/openapi.json against all rules of Redocly, Spectral and OWASP. Prints findings that
 * openapi-rules.ts doesn't except, and exceptions that are no longer needed.
 */
const file = join(import.meta.dirname, '../docs/openapi.json')
const source = await readFile(file, 'utf8')
const document: unknown = JSON.parse(source)

interface Finding {
  rule: string
  where: string
  message: string
}

const found = [...(await askRedocly()), ...(await askSpectral())]
const wrong = found.filter((finding) => !exceptions.some((exception) => covers(exception, finding)))
const idle = exceptions.filter((one) => !found.some((finding) => covers(one, finding)))

for (const { rule, where, message } of wrong.slice(0, 50))
  console.log(`${rule}\n  ${where}\n  ${message}`)
for (const { rule, where } of idle) console.log(`Unused exception: ${rule} for ${where}`)
console.log(`${found.length} findings, ${wrong.length} of them without an exception`)
if (wrong.length > 0 || idle.length > 0) process.exitCode = 1

function covers({ rule, where }: { rule: string; where: RegExp }, finding: Finding): boolean {
  return finding.rule === rule && where.test(finding.where)
}

async function askRedocly(): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source, absoluteRef: file, config })
  return problems.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    where: decodeURIComponent(location[0]?.pointer ?? '')
      .replaceAll('~1', '/')
      .slice(1),
    message,
  }))
}

async function askSpectral(): Promise<Finding[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset(spectralRules)
  const problems = await linter.run(document as Record<string, unknown>)
  return problems.map(({ code, message, path }) => ({
    rule: String(code),
    where: `/${path.join('/')}`,
    message,
  }))
}
