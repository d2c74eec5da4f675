import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../src/generated/operations.ts'
import { Atelier } from '../src/index.ts'
import type { Operation } from '../src/operation.ts'

/** Compares the client with the document that it is generated from. */
const document: { paths: Record<string, Record<string, DocumentedOperation>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'),
)

interface DocumentedOperation {
  operationId: string
  'x-drop-in'?: true
}

type Method = ((...args: unknown[]) => unknown) & { all?: unknown }

const atelier = new Atelier({ baseUrl: 'http://localhost:4600', apiKey: 'none' })
const nouns = atelier as unknown as Record<string, Record<string, Method>>
const rows = Object.entries(operations).flatMap(([noun, methods]) =>
  Object.entries<Operation>(methods).map(([name, operation]) => ({
    operation,
    method: nouns[noun]?.[name],
  })),
)

test('every operation is one method, except those for other clients', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !operation['x-drop-in'])
      .map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  )
  const ours = rows.map(({ operation: { id, method, path } }) => `${id} ${method} ${path}`)
  expect(ours.sort()).toEqual(documented.sort())
  expect(ours.length).toBeGreaterThan(200)
  const missing = rows.filter(({ method }) => typeof method !== 'function')
  expect(missing.map(({ operation }) => operation.id)).toEqual([])
})

test('only paged operations have all()', () => {
  for (const { operation, method } of rows) {
    const wanted = operation.pageSize ? 'function' : 'undefined'
    expect([operation.id, typeof method?.all]).toEqual([operation.id, wanted])
  }
  const paged = rows.map(({ operation }) => operation).filter(({ pageSize }) => pageSize)
  const sizes = Object.fromEntries(paged.map(({ id, pageSize }) => [id, pageSize]))
  expect(sizes).toMatchObject({ listBoards: 'page_size', listDrafts: 'per_page' })
  expect(sizes).not.toHaveProperty('listEvents')
})

test('every write has an idempotency key, except without a credential', () => {
  const changes = rows
    .map(({ operation }) => operation)
    .filter(({ method }) => method === 'POST' || method === 'PATCH')
  const odd = changes.filter(({ isKeyed, isPublic }) => Boolean(isKeyed) === Boolean(isPublic))
  expect(odd).toEqual([])
})
