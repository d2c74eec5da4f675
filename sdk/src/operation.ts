/** An operation from the generated table. */
export interface Operation {
  /** The operationId in the document. */
  id: string
  method: string
  /** Parameters are written as in OpenAPI: /api/v1/tasks/{task_id} */
  path: string
  /** The argument after the path parameters. */
  takes?: 'query' | 'body' | 'raw'
  gives?: 'json' | 'nothing' | 'response'
  /** For paginated operations: the parameter for the page size. */
  pageSize?: 'page_size' | 'per_page'
  /** Needs no credential, so none is sent. */
  isPublic?: true
  /** Runs only once per Idempotency-Key. */
  isKeyed?: true
  /** Has no generated method. */
  isByHand?: true
}

export interface CallOptions {
  /** Aborts the call, including the pauses between attempts. */
  signal?: AbortSignal | undefined
  /** Defaults to a random key. Pass your own to repeat a call safely after a restart. */
  idempotencyKey?: string
  headers?: Record<string, string>
  /** For each attempt. Defaults to the client's timeout. */
  timeoutMs?: number
  /** For browsers: the request is sent even if the page closes. */
  keepalive?: boolean
  /** Receives the response before its body is read, for headers such as `ETag`. */
  onResponse?: (response: Response) => void
}

/** For the few operations that take a body and a query. */
export type WithQuery<Query> = CallOptions & { query?: Query }

/** A body that is sent unchanged. */
export type RawBody =
  | Blob
  | FormData
  | ReadableStream<Uint8Array>
  | URLSearchParams
  | Uint8Array
  | string

export interface Page<Entry> {
  /** The number of entries on all pages. */
  count: number
  /** URL of the next page. */
  next: string | null
  previous: string | null
  results: Entry[]
}

/** Reads one page; `all` iterates over the entries of every page. */
export interface Paged<Args extends unknown[], Entry> {
  (...args: Args): Promise<Page<Entry>>
  /**
   * Requests the next page when the current one is used up. If a list shows the newest entries
   * first, new entries shift the rest, so an entry may appear twice.
   */
  all(...args: Args): AsyncGenerator<Entry, void, undefined>
}
