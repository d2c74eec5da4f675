import {
  type JsonNode,
  JsonText,
  memberOf,
  objectNode,
  type ProjectItem,
  parseJson,
  stringNode,
  stringOf,
  type UpdateProjectItemBody,
  writeJson,
} from '@atelier/sdk'
import { api } from '../../../app/api.ts'
import { readExact } from '../exact.ts'

/** An item in its editable form: every field is text. */
export interface ItemDraft {
  title: string
  description: string
  primary_type: string
  status: string
  /** Empty for none. */
  priority: string
  start_date: string
  due_date: string
  /** JSON with exact numbers. */
  data: string
}

export interface ExactItem {
  draft: ItemDraft
  etag: string
}

export async function readItem(
  type: string,
  id: string,
  itemId: string,
  signal: AbortSignal,
): Promise<ExactItem> {
  let etag = ''
  const node = await readExact(({ onResponse }) =>
    api.projects.getItem(type, id, itemId, {
      signal,
      onResponse: (response) => {
        etag = response.headers.get('etag') ?? ''
        onResponse(response)
      },
    }),
  )
  return { draft: readDraft(node), etag }
}

function readDraft(node: JsonNode): ItemDraft {
  const text = (name: string) => {
    const member = memberOf(node, name)
    return stringOf(member) ?? (member?.kind === 'number' ? member.source : '')
  }
  return {
    title: text('title'),
    description: text('description'),
    primary_type: text('primary_type'),
    status: text('status'),
    priority: text('priority'),
    start_date: text('start_date'),
    due_date: text('due_date'),
    data: writeJson(memberOf(node, 'data') ?? parseJson('{}'), 2),
  }
}

/** Saves the changed fields if the base version is current; without an ETag, always. */
export async function saveItem(
  place: { type: string; id: string; itemId: string },
  { was, now, etag }: { was: ItemDraft; now: ItemDraft; etag: string | undefined },
): Promise<ProjectItem> {
  const names = (Object.keys(now) as (keyof ItemDraft)[]).filter((name) => now[name] !== was[name])
  const members = names.map((name) => [name, buildNode(name, now[name])] as const)
  const body = new JsonText(writeJson(objectNode(members)))
  return api.projects.updateItem(
    place.type,
    place.id,
    place.itemId,
    body as unknown as UpdateProjectItemBody,
    etag === undefined ? {} : { headers: { 'if-match': etag } },
  )
}

function buildNode(name: keyof ItemDraft, text: string): JsonNode {
  if (name === 'data') return parseJson(text)
  const mayBeNone = name === 'priority' || name === 'start_date' || name === 'due_date'
  if (mayBeNone && text === '') return { kind: 'null', source: 'null' }
  return name === 'priority' ? parseJson(text) : stringNode(text)
}
