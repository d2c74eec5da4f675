import { type Described, filterParameters, findSuccess, takesBytes } from './document.ts'
import { writtenByHand } from './names.ts'
import type { OperationTypes } from './types.ts'

/** Everything that a client needs to know to call an operation. */
export function writeRow(operation: Described, types: OperationTypes) {
  const { operationId, method, path, security } = operation
  const { mediaType, status } = findSuccess(operation)
  const headers = filterParameters('header', operation).map(({ name }) => name)
  const takes = describeInput(operation, types)
  const gives = types.reply ? 'json' : status === '204' ? 'nothing' : mediaType && 'response'
  return {
    id: operationId,
    method,
    path,
    ...(takes && { takes }),
    ...(gives && { gives }),
    ...(types.entry && { pageSize: readPageSize(operation) }),
    ...(security && { isPublic: true }),
    ...(headers.includes('Idempotency-Key') && { isKeyed: true }),
    ...(writtenByHand[operationId] && { isByHand: true }),
  }
}

/** The argument after the path parameters. */
export function describeInput(operation: Described, { query, body }: OperationTypes) {
  if (takesBytes(operation)) return writtenByHand[operation.operationId] ? undefined : 'raw'
  if (body) return 'body'
  return query && 'query'
}

function readPageSize(operation: Described): string {
  const sizes = filterParameters('query', operation).filter(({ name }) =>
    /^(page_size|per_page)$/.test(name),
  )
  // bind.ts requests 100 entries per page.
  const size = sizes.find(({ schema }) => (schema.maximum ?? 0) >= 100)
  if (size) return size.name
  throw new Error(`${operation.operationId} is paged, but does not allow a page size of 100`)
}
