import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { beforeAll, expect, test } from 'vitest'
import { useService } from './harness.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/observability.md')
const service = useService()
let shown: string
/** Every name in `/metrics`, with the suffixes of histograms. */
const names = new Set<string>()

beforeAll(async () => {
  shown = (await service.call('GET', '/metrics')).text
  for (const [, name, type] of shown.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name as string)
    if (type !== 'histogram') continue
    for (const suffix of ['bucket', 'count', 'sum']) names.add(`${name}_${suffix}`)
  }
})

/** The metrics in an expression: words that are neither functions, labels nor keywords. */
function listMetrics(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on)\s*\([^)]*\)/g, '')
    .replaceAll(/\boffset \w+/g, '')
    .replaceAll(/\b[a-z_]+\s*\(/g, '(')
  const words = bare.match(/\b[a-z]\w+/g) ?? []
  return words.filter(
    (word) => !['and', 'or', 'unless', 'sum', 'max', 'min', 'count'].includes(word),
  )
}

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string; runbook_url: string }
}

test('each alert uses metrics that exist and has a section in the runbook', () => {
  const { groups } = parseYaml(read('deploy/prometheus/alerts.yaml')) as {
    groups: { rules: Rule[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(10)
  const sections = [...page.matchAll(/^### (\w+)\n(.+)/gm)].map(([, name]) => name)
  expect(rules.map(({ alert }) => alert)).toEqual(sections)
  for (const { alert, expr, annotations } of rules) {
    expect(annotations.runbook_url).toBe(`docs/observability.md#${alert.toLowerCase()}`)
    const used = listMetrics(expr).filter((name) => name !== 'up')
    expect(
      used.filter((name) => !names.has(name)),
      alert,
    ).toEqual([])
    expect(listMetrics(expr).length, alert).toBeGreaterThan(0)
  }
})

test('each panel of the dashboard uses metrics that exist', () => {
  const { panels } = JSON.parse(read('deploy/grafana/atelier.json')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  for (const { title, targets } of panels) {
    const used = targets.flatMap(({ expr }) => listMetrics(expr))
    expect(used.length, title).toBeGreaterThanOrEqual(targets.length)
    expect(
      used.filter((name) => !names.has(name)),
      title,
    ).toEqual([])
  }
})

test('the page describes our metrics, and no others', () => {
  const [, table = ''] = /## Metrics\n\n([\s\S]*?)\n\n/.exec(page) ?? []
  const described = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) =>
    [...(cell as string).matchAll(/`(\w+)`/g)].map(([, name]) => name as string),
  )
  const own = [...shown.matchAll(/^# TYPE (\S+)/gm)]
    .map(([, name]) => name as string)
    .filter((name) => !/^(process|nodejs)_/.test(name))
  expect(described.toSorted()).toEqual(own.toSorted())
})
