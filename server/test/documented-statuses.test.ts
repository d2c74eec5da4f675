import { expect, test } from 'vitest'
import { listStatuses } from '../src/http/openapi/problem-responses.ts'
import type { Operation } from '../src/http/operation.ts'
import { useService, useTenant } from './harness.ts'

const service = useService()
const mia = useTenant(service)

/** Each parameter in turn gets the value; the others look right. */
function buildPaths({ path }: Operation, values: readonly string[]): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole)
  return values.flatMap((value) =>
    names.map((changed) => path.replaceAll(/\{\w+\}/g, (name) => (name === changed ? value : '7'))),
  )
}

test.each([
  ['makes the router choose another route, or none', ['', '/', '%2F', '..'], () => ({})],
  ['cannot be decoded', ['%zz', '%00'], () => ({})],
  ['leads to another route, with a key', [''], () => ({ key: mia.key })],
])('every status is documented if a path parameter %s', async (_, values, credential) => {
  const missing = new Set<string>()
  for (const operation of service.operations.filter(({ path }) => path.includes('{'))) {
    const documented = listStatuses(operation)
    for (const path of buildPaths(operation, values)) {
      const body = operation.method !== 'GET' && operation.body && { body: {} }
      const { status } = await service.call(operation.method, path, { ...credential(), ...body })
      if (!documented.includes(status)) missing.add(`${operation.id} ${status}`)
    }
  }
  expect([...missing]).toEqual([])
})
