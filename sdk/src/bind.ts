import type { CallOptions, Operation, Page, RawBody } from './operation.ts'
import type { Outgoing, Transport } from './transport.ts'

/** The server's maximum page size. */
const largestPage = 100

/** Creates a method for each operation: path parameters, then body or query, then options. */
export function bind<Noun>(transport: Transport, operations: Record<string, Operation>): Noun {
  const methods = Object.entries(operations)
    .filter(([, { isByHand }]) => !isByHand)
    .map(([name, operation]) => [name, bindMethod(transport, operation)])
  return Object.fromEntries(methods)
}

function bindMethod(transport: Transport, operation: Operation) {
  const call = async (...args: unknown[]) => transport.call(buildRequest(operation, args))
  if (!operation.pageSize) return call
  const all = (...args: unknown[]) => allPages(transport, buildRequest(operation, args))
  return Object.assign(call, { all })
}

function buildRequest(operation: Operation, args: unknown[]): Outgoing {
  const { takes } = operation
  const count = operation.path.match(/\{\w+\}/g)?.length ?? 0
  const params = args.slice(0, count) as string[]
  const given = args[count]
  const options = args[takes ? count + 1 : count] as CallOptions | undefined
  return {
    ...options,
    operation,
    params,
    ...(takes === 'query' && { query: given as object }),
    // The server requires an object, even if all of its fields are optional.
    ...(takes === 'body' && { body: given ?? {} }),
    ...(takes === 'raw' && { raw: given as RawBody }),
  }
}

async function* allPages(transport: Transport, request: Outgoing) {
  const { pageSize = 'page_size' } = request.operation
  const query = { [pageSize]: largestPage, ...(request.query as { page?: number }) }
  for (let page = query.page ?? 1; ; page++) {
    const { results, next } = (await transport.call({
      ...request,
      query: { ...query, page },
    })) as Page<unknown>
    yield* results
    if (next === null) return
  }
}
