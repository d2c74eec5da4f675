import { expect } from 'vitest'
import type { Answer } from '../harness.ts'
import type { World } from './world.ts'

/** One sentence of the contract in our own words, and the request that proves it. */
export interface Statement {
  says: string
  proof: (world: World) => Promise<void>
  /** Only `contract.slow.test.ts` can prove it. */
  needsModels: boolean
}

export interface Section {
  title: string
  statements: Statement[]
}

export function says(
  text: string,
  proof: Statement['proof'],
  { needsModels = false } = {},
): Statement {
  return { says: text, proof, needsModels }
}

type Check = (value: unknown) => boolean

export const isText: Check = (value) => typeof value === 'string'
export const isInteger: Check = Number.isInteger
export const isBoolean: Check = (value) => typeof value === 'boolean'
export const isObject: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isList: Check = Array.isArray
export const isUuid: Check = (value) => /^[0-9a-f-]{36}$/.test(String(value))
export const isTime: Check = (value) => !Number.isNaN(Date.parse(String(value)))

/** One statement per field of a record: it is there, and has the type. */
export function checkFields(
  record: string,
  read: (world: World) => Promise<Record<string, unknown>>,
  fields: Record<string, Check>,
): Statement[] {
  return Object.entries(fields).map(([name, check]) =>
    says(`${record}: \`${name}\` has its type`, async (world) => {
      const value = (await read(world))[name]
      expect([name, value, check(value)]).toEqual([name, value, true])
    }),
  )
}

type Send = (world: World, changes: object) => Promise<Answer>

/** One statement per field that a request needs: it must be there and have its type. */
export function requires(
  operation: string,
  send: Send,
  wrong: Record<string, unknown>,
): Statement[] {
  return Object.entries(wrong).map(([name, value]) =>
    says(`${operation} is invalid without \`${name}\` of its type`, async (world) => {
      for (const given of [undefined, value]) {
        const { status, body } = await send(world, { [name]: given })
        expect([given, status, body.errors?.[0]?.path]).toEqual([given, 400, name])
      }
    }),
  )
}

/** One statement per field: a value of another type is refused. */
export function checkTypes(
  operation: string,
  send: Send,
  wrong: Record<string, unknown>,
): Statement[] {
  return Object.entries(wrong).map(([name, value]) =>
    says(`${operation}: \`${name}\` must have its type`, async (world) => {
      const { status, body } = await send(world, { [name]: value })
      expect([status, body.errors?.[0]?.path.split('.')[0]]).toEqual([400, name])
    }),
  )
}
