import { type TSchema, Type } from 'typebox'
import type { Part, Sql } from '../platform/postgres/sql.ts'
import { named } from './schemas.ts'

export const PageQuery = Type.Object({
  page: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: 1,
    description: 'Page number, starting at 1.',
  }),
  page_size: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 25,
    description: 'Entries per page.',
  }),
})

export interface PageRequest {
  page: number
  page_size: number
}

/** `{count, next, previous, results}`, the format of every list. */
export function pageSchema<T extends TSchema>(entry: T) {
  const page = Type.Object({
    count: Type.Integer({ description: 'Total entries on all pages.' }),
    next: Type.Union([Type.String(), Type.Null()], { description: 'URL of the next page.' }),
    previous: Type.Union([Type.String(), Type.Null()]),
    results: Type.Array(entry),
  })
  return nameAfter(entry, 'Page', page)
}

/** `{count, results}`: a list that is short enough to return whole. */
export function listSchema<T extends TSchema>(entry: T) {
  const list = Type.Object({ count: Type.Integer(), results: Type.Array(entry) })
  return nameAfter(entry, 'List', list)
}

/** `Board` becomes `BoardPage`. */
export function nameAfter<T extends TSchema>(entry: TSchema, ending: string, schema: T): T {
  const { title } = entry as { title?: string }
  return title ? named(title + ending, schema) : schema
}

interface List {
  columns: Part
  /** `from … where …` */
  from: Part
  order: Part
}

/** A page of a list, and the number of entries on all pages. */
export async function readPage<Row extends object>(
  sql: Sql,
  page: PageRequest,
  { columns, from, order }: List,
): Promise<{ count: number; results: Row[] }> {
  const [[total], results] = await Promise.all([
    sql<{ count: number }>`select count(*) ${from}`,
    sql<Row>`
      select ${columns} ${from}
      order by ${order} limit ${page.page_size} offset ${computeOffset(page)}`,
  ])
  return { count: total?.count ?? 0, results }
}

export function computeOffset({ page, page_size }: PageRequest): number {
  return (page - 1) * page_size
}

/** A page of a list that is short enough to read whole. */
export function slicePage<T>(request: PageRequest, all: readonly T[]) {
  const from = computeOffset(request)
  return { count: all.length, results: all.slice(from, from + request.page_size) }
}

/** `url` is the requested URL; the links differ from it only in the page. */
export function toPage<T>(
  publicUrl: string,
  url: string,
  request: PageRequest,
  { count, results }: { count: number; results: T[] },
) {
  const last = Math.ceil(count / request.page_size)
  const link = (page: number) => {
    const pageUrl = new URL(url, publicUrl)
    pageUrl.searchParams.set('page', String(page))
    return pageUrl.href
  }
  return {
    count,
    next: request.page < last ? link(request.page + 1) : null,
    previous: request.page > 1 ? link(Math.min(request.page - 1, Math.max(last, 1))) : null,
    results,
  }
}
