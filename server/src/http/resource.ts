import { type Static, type TNull, type TObject, type TSchema, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { listOperation } from './list-operation.ts'
import {
  type Access,
  type Call,
  type Description,
  type Operation,
  operation,
  type Response,
  type Work,
} from './operation.ts'
import { listSchema } from './pagination.ts'

/** What the operations of a resource have in common. Each of them can still differ. */
interface Resource<Base extends string, P extends TObject, Entry extends TSchema> {
  tag: string
  /** The start of every path. */
  path: Base
  /** The permission of every GET. */
  read?: Access
  /** The permission of all other operations. */
  write?: Access
  /** All path parameters; an operation gets those that stand in its path. */
  params?: P
  /** The problem of every operation with path parameters. */
  notFound?: Description['notFound']
  /** The entry of lists, and the reply of operations that declare none. DELETE has no reply. */
  record?: Entry
  /** Whether replies with the record have an `ETag`. */
  etag?: Response<Entry>['etag']
  example?: { params?: object; record?: unknown }
}

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

type Own = Omit<Description, 'tag' | 'method' | 'path' | 'example'> & { permission?: Access }

/** Declares the operations of one resource. Each says its path and what is special about it. */
export function resource<
  const Base extends string,
  P extends TObject = TObject,
  Entry extends TSchema = TNull,
>(shared: Resource<Base, P, Entry>) {
  type Params<Path extends string> = Pick<Static<P>, Names<`${Base}${Path}`> & keyof Static<P>>
  type Single<
    Path extends string,
    Q extends TObject,
    B extends TSchema,
    R extends TSchema,
  > = Own & { query?: Q; body?: B; example?: Description['example'] } & Response<R> &
    Work<Params<Path>, Static<Q>, Static<B>, R>
  interface List<Path extends string, Q extends TObject, E extends TSchema, Result> extends Own {
    query?: Q
    entry?: E
    example?: { params?: object; query?: object; entry?: unknown; count?: number }
    list: (deps: Deps, call: Call<Params<Path>, Static<Q>, undefined>) => Promise<Result>
  }

  const { record, example: { params: ids, record: exampleRecord } = {} } = shared

  /** What follows from the resource, the method and the path. */
  function complete(method: Operation['method'], path: string) {
    const { tag, read, write, params, notFound } = shared
    const names = [...`${shared.path}${path}`.matchAll(/\{(\w+)\}/g)].map((found) => found[1])
    const inPath = (values: object = {}) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
    return {
      tag,
      method,
      path: shared.path + path,
      permission: (method === 'GET' ? read : write) as Access,
      ...(names.length > 0 && { params: Type.Object(inPath(params?.properties)), notFound }),
      example: names.length > 0 && ids ? { params: inPath(ids) } : {},
    }
  }

  function declare<Default extends TSchema = Entry>(
    method: Operation['method'],
    defaults: { status?: 201 } = {},
  ) {
    return <
      const Path extends string,
      Q extends TObject = TObject,
      B extends TSchema = TSchema,
      R extends TSchema = Default,
    >(
      path: Path,
      own: Single<Path, Q, B, R>,
    ): Operation => {
      const { example, ...completed } = complete(method, path)
      const isRecord = record && !own.reply && method !== 'DELETE'
      return operation({
        ...completed,
        ...defaults,
        ...(isRecord && { reply: record, etag: shared.etag ?? false }),
        ...own,
        example: { ...example, ...(isRecord && { reply: exampleRecord }), ...own.example },
      } as never)
    }
  }

  return {
    /** A page of records. */
    list: <const Path extends string, Q extends TObject, E extends TSchema = Entry>(
      path: Path,
      own: List<Path, Q, E, { count: number; results: Static<E>[] }> & { query: Q },
    ): Operation => {
      const { method: _, example, ...completed } = complete('GET', path)
      return listOperation({
        ...completed,
        entry: record as TSchema,
        ...own,
        example: { ...example, entry: exampleRecord, ...own.example },
      } as never)
    },
    /** All records: they are few. */
    listAll: <const Path extends string, Q extends TObject = TObject, E extends TSchema = Entry>(
      path: Path,
      { entry, list, ...own }: List<Path, Q, E, Static<E>[]>,
    ): Operation => {
      const { example, ...completed } = complete('GET', path)
      const { entry: one = exampleRecord, count = 1, ...request } = own.example ?? {}
      return operation({
        ...completed,
        ...own,
        reply: listSchema(entry ?? (record as TSchema)),
        example: { ...example, ...request, reply: { count, results: [one] } },
        handle: async (deps: Deps, call: never) => {
          const results = await list(deps, call)
          return { count: results.length, results }
        },
      } as never)
    },
    get: declare('GET'),
    /** A POST that responds with 201. */
    create: declare('POST', { status: 201 }),
    post: declare('POST'),
    put: declare('PUT'),
    patch: declare('PATCH'),
    delete: declare<TNull>('DELETE'),
  }
}
