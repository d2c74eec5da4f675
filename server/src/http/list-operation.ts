import type { Static, TObject, TSchema } from 'typebox'
import type { Deps } from '../deps.ts'
import { type Access, type Call, type Description, type Operation, operation } from './operation.ts'
import { type PageRequest, pageSchema, toPage } from './pagination.ts'

interface List<P extends TObject, Q extends TObject, E extends TSchema>
  extends Omit<Description, 'method' | 'example'> {
  permission: Access
  params?: P
  /** Includes the fields of `PageQuery`. */
  query: Q
  entry: E
  example: { params?: object; query?: object; entry: unknown; count?: number }
  list: (
    deps: Deps,
    call: Call<Static<P>, Static<Q>, undefined>,
  ) => Promise<{ count: number; results: Static<E>[] }>
}

/** Declares an operation that returns a page of a list. */
export function listOperation<Q extends TObject, E extends TSchema, P extends TObject = TObject>({
  entry,
  example,
  list,
  ...declared
}: List<P, Q, E>): Operation {
  const { entry: one, count = 1, ...request } = example
  return operation({
    ...declared,
    method: 'GET',
    status: 200,
    reply: pageSchema(entry),
    example: { ...request, reply: { count, next: null, previous: null, results: [one] } },
    handle: async (deps, call) => {
      const page = await list(deps, call as Call<Static<P>, Static<Q>, undefined>)
      return toPage(deps.config.publicUrl, call.url, call.query as PageRequest, page) as never
    },
  })
}
