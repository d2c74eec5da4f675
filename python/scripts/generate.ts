import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namedNumbers } from '../../sdk/scripts/constants.ts'
import {
  type Described,
  filterParameters,
  findSuccess,
  listOperations,
  readDocument,
} from '../../sdk/scripts/document.ts'
import { eventSchemas } from '../../sdk/scripts/events.ts'
import {
  mayBeNumber,
  splitOperationId,
  upperFirst,
  writtenByHand,
} from '../../sdk/scripts/names.ts'
import { describeInput, writeRow } from '../../sdk/scripts/operation-row.ts'
import { NamedTypes, type OperationTypes } from '../../sdk/scripts/types.ts'
import { docstring, PythonTypes, pascal, quoted, snake } from './python-types.ts'

/** Writes the generated modules of the Python client; with --check, only compares them. */

const folder = join(import.meta.dirname, '../src/atelier/_generated')
const notice = '# Generated from docs/openapi.json by "npm run generate". Do not edit.\n'

const document = await readDocument()
const named = new NamedTypes(document)
const methods = listOperations(document).map((operation) => ({
  ...splitOperationId(operation.operationId, operation.tags[0]),
  operation,
  types: named.of(operation),
}))
const byNoun = Map.groupBy(methods, ({ noun }) => noun)

const files: Record<string, string> = {
  '__init__.py': '',
  'types.py': typesModule(),
  'operations.py': operationsModule(),
  'nouns.py': nounsModule(),
  'constants.py': constantsModule(),
}

let isStale = false
await mkdir(folder, { recursive: true })
for (const [name, content] of Object.entries(files)) {
  const file = join(folder, name)
  const text = `${notice}${content}`
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else isStale ||= (await readFile(file, 'utf8').catch(() => '')) !== text
}
if (isStale) {
  process.stderr.write('python/src/atelier/_generated is out of date. Run: npm run generate\n')
  process.exitCode = 1
}

function typesModule(): string {
  const { EventData: _, AtelierEvent: event, ...schemas } = named.schemas
  const events = Object.entries(eventSchemas(document)).map(([type, data]) => {
    const { properties, required = [] } = event as Required<NonNullable<typeof event>>
    const own = { ...properties, type: { const: type }, data }
    return [`${pascal(type)}Event`, { type: 'object', properties: own, required }] as const
  })
  const union = events.map(([name]) => name).join(' | ')
  const all = { ...schemas, ...Object.fromEntries(events), AtelierEvent: {} }
  const { text } = new PythonTypes(all, { AtelierEvent: union })
  return `from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypeAlias, TypedDict

${text}`
}

function operationsModule(): string {
  const rows = methods.map(({ operation, types }) => {
    const { id, ...row } = writeRow(operation, types)
    const fields = Object.entries(row)
      .filter(([name]) => name !== 'isByHand')
      .map(([name, value]) => `${snake(name)}=${value === true ? 'True' : quoted(String(value))}`)
    return `${snake(id)} = Operation(${quoted(id)}, ${fields.join(', ')})`
  })
  return `from .._operation import Operation\n\n${rows.join('\n')}\n`
}

function nounsModule(): string {
  const classes = [...byNoun].map(([noun, own]) => {
    const bound = own.filter(({ operation }) => !writtenByHand[operation.operationId])
    const body = bound.map(({ method, operation, types }) => writeMethod(method, operation, types))
    return `class ${upperFirst(noun)}(Noun):\n${body.join('\n\n') || '    pass'}\n`
  })
  const fields = [...byNoun.keys()].map(
    (noun) => `        self.${snake(noun)} = ${upperFirst(noun)}(transport)`,
  )
  return `from __future__ import annotations

from typing import Any, Dict, Iterator, List, Unpack

from .._noun import Noun
from .._operation import CallOptions, CallOptionsWithQuery, Page
from .._response import FileResponse
from .._task_result import Submitted
from .._transport import Transport
from . import operations
from .types import *  # noqa: F403

${classes.join('\n\n')}

class Nouns:
    """Every operation under its noun."""

    def __init__(self, transport: Transport) -> None:
${fields.join('\n')}
`
}

function writeMethod(method: string, operation: Described, types: OperationTypes): string {
  const params = filterParameters('path', operation).map(({ name, schema }) => {
    const mayBeInt = mayBeNumber(operation.tags[0], name)
    const type = mayBeInt ? 'str | int' : schema.type === 'integer' ? 'int' : 'str'
    return { name: snake(name), type }
  })
  const takes = describeInput(operation, types)
  const list = ['self', ...params.map(({ name, type }) => `${name}: ${type}`)]
  if (takes === 'raw') list.push('body: bytes | str')
  else if (takes) {
    const { name, isRequired } = types[takes] as { name: string; isRequired: boolean }
    list.push(`${takes}: ${name}${isRequired ? '' : ' | None = None'}`)
  }
  const hasBoth = takes === 'body' && types.query
  list.push(`**options: Unpack[${hasBoth ? 'CallOptionsWithQuery' : 'CallOptions'}]`)
  const args = `operations.${snake(operation.operationId)}, (${params.map(({ name }) => `${name},`).join(' ')}), ${takes === 'raw' ? 'body' : (takes ?? 'None')}, options`
  const about = docstring(`${operation.summary}. \`${operation.method} ${operation.path}\``, 8)
  const reply = describeReply(operation, types)
  const call = reply === 'None' ? `self._call(${args})` : `return self._call(${args})`
  const one = `    def ${snake(method)}(${list.join(', ')}) -> ${reply}:${about}\n        ${call}`
  if (!types.entry) return one
  const all = `    def ${iteratorName(method)}(${list.join(', ')}) -> Iterator[${types.entry}]:\n        """The same for all pages."""\n        return self._all(${args})`
  return `${one}\n\n${all}`
}

/** list → iterate, list_members → iterate_members */
function iteratorName(method: string): string {
  return `iterate_${snake(method).replace(/^(list|get)_?/, '')}`.replace(/_$/, '')
}

function describeReply(operation: Described, { reply }: OperationTypes): string {
  if (reply) return reply.replace(/<(.*)>/, '[$1]')
  const { mediaType, status } = findSuccess(operation)
  return mediaType && status !== '204' ? 'FileResponse' : 'None'
}

function constantsModule(): string {
  const classes = namedNumbers(document).map(({ name, description, values }) => {
    const rows = Object.entries(values).map(
      ([own, value]) => `    ${snake(own).toUpperCase()} = ${value}`,
    )
    return `class ${name}(IntEnum):${docstring(description, 4)}\n\n${rows.join('\n')}\n`
  })
  return `from enum import IntEnum\n\n\n${classes.join('\n\n')}`
}
