import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { Step } from '../src/features/workflows/definition/definition.ts'
import { stepSchemas } from '../src/features/workflows/definition/step-schemas.ts'
import { useTimeFormats } from '../src/http/body/time-formats.ts'

/** The JSON and YAML blocks of the docs. Shell blocks and tool calls run in guides.slow.test.ts. */
const root = join(import.meta.dirname, '../..')
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
useTimeFormats(ajv)
const { components } = JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8'))
ajv.addSchema({ $id: 'api', components })

interface Block {
  place: string
  language: string
  label: string
  code: string
}

async function blocks(): Promise<Block[]> {
  const names = await readdir(join(root, 'docs'), { recursive: true })
  const pages = names.filter((name) => name.endsWith('.md')).map((name) => join(root, 'docs', name))
  const more = ['README.md', 'sdk/README.md', 'python/README.md', 'examples/README.md']
  const files = [...pages, ...more.map((name) => join(root, name))]
  const found = files.map(async (file) => {
    const source = await readFile(file, 'utf8')
    const fences = [...source.matchAll(/^```(json|yaml)\b ?(.*)\n([\s\S]*?)^```$/gm)]
    return fences.map(({ 1: language = '', 2: label = '', 3: code = '', index }) => {
      const line = source.slice(0, index).split('\n').length
      return { place: `${relative(root, file)}:${line}`, language, label, code }
    })
  })
  return (await Promise.all(found)).flat()
}

/** Labels of blocks that are no part of the API, with a rule for each. */
const rules: Record<string, (value: Record<string, object>) => unknown> = {
  // Run against a service by guides.slow.test.ts.
  call: () => undefined,
  config: ({ mcpServers = {} }) => {
    const odd = Object.values(mcpServers).filter((one) => !('command' in one) && !('url' in one))
    expect([Object.keys(mcpServers).length, odd]).toEqual([1, []])
  },
  scope: ({ inputs, steps }) => expect([typeof inputs, typeof steps]).toEqual(['object', 'object']),
  step: (step) => {
    const validate = ajv.compile(stepSchemas[String(step.type) as Step['type']])
    expect([validate(step), validate.errors]).toEqual([true, null])
  },
  receipt: (receipt) => expect(Object.keys(receipt)).toContain('question_digest'),
  push: (message) => expect(Object.keys(message)).toContain('notification_id'),
}

/** `Name` or `Name.field` of the API document. An `…` stands for fields that were left out. */
function findProblems(label: string, value: unknown, isWhole: boolean): string[] {
  const path = label.split('.').join('/properties/')
  const validate = ajv.getSchema(`api#/components/schemas/${path}`)
  if (!validate) return [`the API document has no schema ${label}`]
  validate(value)
  const errors = (validate.errors ?? []).filter(({ keyword }) => isWhole || keyword !== 'required')
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('the blocks of the docs', async () => {
  const all = await blocks()

  test('every JSON block is an example of a schema', () => {
    const json = all.filter(({ language }) => language === 'json')
    expect(json.length).toBeGreaterThan(15)
    for (const { place, label, code } of json) {
      const [name = ''] = label.split(' ')
      const value = JSON.parse(code.replace(/,\s*…\s*(?=[}\]])/g, ''))
      const rule = rules[name]
      if (rule) rule(value)
      else {
        const isWhole = !/,\s*…/.test(code)
        expect([place, findProblems(name, value, isWhole)]).toEqual([place, []])
      }
    }
  })

  test('every YAML block is a part of a Prometheus configuration', () => {
    const known = {
      alert: ['alert', 'expr', 'for', 'labels', 'annotations'],
      scrape: ['job_name', 'authorization', 'static_configs', 'metrics_path', 'scheme'],
    }
    const yaml = all.filter(({ language }) => language === 'yaml')
    expect(yaml.length).toBeGreaterThan(0)
    for (const { place, code } of yaml) {
      const value = parseYaml(code.replaceAll(/<\w+>/g, 'placeholder')) as
        | object[]
        | { scrape_configs: object[] }
      const list: object[] = Array.isArray(value) ? value : value.scrape_configs
      const names = Array.isArray(value) ? known.alert : known.scrape
      const strange = list.flatMap((one) => Object.keys(one)).filter((key) => !names.includes(key))
      expect([place, strange]).toEqual([place, []])
    }
  })
})
