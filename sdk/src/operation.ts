/** An operation as the generated table tells it. */
export interface Operation {
  /** Its operationId in the document. */
  id: string
  method: string
  /** With parameters as in OpenAPI: /api/v1/tasks/{task_id} */
  path: string
  /** What is given after the parameters of the path. */
  takes?: 'query' | 'body' | 'raw'
  gives?: 'json' | 'nothing' | 'response'
  /** Of an operation that answers in pages: the parameter for their size. */
  pageSize?: 'page_size' | 'per_page'
  /** Needs no credential, so none is sent. */
  isPublic?: true
  /** Happens once for an Idempotency-Key. */
  isKeyed?: true
  /** Has no generated method. */
  isByHand?: true
}

export interface CallOptions {
  /** Ends the call, and the waiting between its tries. */
  signal?: AbortSignal | undefined
  /** Instead of a random one. Give your own to repeat a call safely after a restart. */
  idempotencyKey?: string
  headers?: Record<string, string>
  /** For each try, instead of the client's. */
  timeoutMs?: number
  /** Is shown the response before its body is read, for headers such as `ETag`. */
  onResponse?: (response: Response) => void
}

/** For the few operations that take a body and a query. */
export type WithQuery<Query> = CallOptions & { query?: Query }

/** A body that is sent as it is. */
export type RawBody =
  | Blob
  | FormData
  | ReadableStream<Uint8Array>
  | URLSearchParams
  | Uint8Array
  | string

export interface Page<Entry> {
  /** Entries on all pages together. */
  count: number
  /** Address of the next page. */
  next: string | null
  previous: string | null
  results: Entry[]
}

/** Reads one page; `all` goes through the entries of every page. */
export interface Paged<Args extends unknown[], Entry> {
  (...args: Args): Promise<Page<Entry>>
  /**
   * Asks for the next page when the entries of one are used up. What is added meanwhile to a list
   * that shows the newest first moves the rest, so that an entry may come twice.
   */
  all(...args: Args): AsyncGenerator<Entry, void, undefined>
}
