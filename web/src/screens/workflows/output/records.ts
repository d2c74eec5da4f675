/** A record that a step created or read, as far as the console can show it. */
export interface FoundRecord {
  kind: 'asset' | 'post' | 'project' | 'task' | 'transcription'
  id: string
  /** Where the console shows it. */
  to: string
  title: string
  text: string
}

type Fields = Record<string, unknown>

/** Recognizes a record of the API by its fields. */
function readRecord(value: Fields): FoundRecord | undefined {
  const { id, asset_id, slug, title } = value
  if (typeof asset_id === 'string') return assetRecord(asset_id)
  if (has(value, 'id', 'asset_type', 'file_url')) return assetRecord(String(id))
  if (has(value, 'id', 'account', 'message', 'group_id')) {
    const { name } = (value.account ?? {}) as { name?: string }
    const message = String(value.message).trim() || 'No text'
    return { kind: 'post', id: String(id), to: `/social/${id}`, title: message, text: name ?? '' }
  }
  if (has(value, 'id', 'primary_type', 'revision')) {
    const to = `/projects/${value.primary_type}/${id}`
    return { kind: 'project', id: String(id), to, title: String(title), text: 'Project' }
  }
  if (has(value, 'id', 'slug', 'board', 'checklist')) {
    const to = `/tasks/${slug}`
    return { kind: 'task', id: String(id), to, title: String(title), text: String(slug) }
  }
  if (has(value, 'id', 'job_status', 'language_code')) {
    const text = String(value.text ?? '').slice(0, 120)
    return { kind: 'transcription', id: String(id), to: `/speech/${id}`, title: 'Transcript', text }
  }
  return undefined
}

function assetRecord(id: string): FoundRecord {
  return { kind: 'asset', id, to: `/assets/${id}`, title: 'File', text: '' }
}

function has(value: Fields, ...names: string[]): boolean {
  return names.every((name) => value[name] !== undefined)
}

/** The records inside a step's output, each once. */
export function findRecords(value: unknown): FoundRecord[] {
  const found = new Map<string, FoundRecord>()
  const walk = (one: unknown) => {
    if (typeof one !== 'object' || one === null) return
    const record = Array.isArray(one) ? undefined : readRecord(one as Fields)
    if (record) found.set(`${record.kind} ${record.id}`, record)
    else for (const inner of Object.values(one)) walk(inner)
  }
  walk(value)
  return [...found.values()]
}

/** Finds the record that a value of a run's output identifies. */
export type FindRecord = (value: unknown, name: string) => FoundRecord | undefined

export function recordFinder(outputs: readonly unknown[]): FindRecord {
  const byId = new Map<string, FoundRecord>()
  for (const record of outputs.flatMap(findRecords)) {
    byId.set(record.id, record)
    if (record.kind === 'task') byId.set(record.text, record)
  }
  return (value, name) => {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    const record = byId.get(String(value))
    // The number 3 is a post's id only where the output says so.
    const isNumber = /^\d+$/.test(String(value))
    return isNumber && !isNamedAfter(record, name) ? undefined : record
  }
}

function isNamedAfter(record: FoundRecord | undefined, name: string): boolean {
  const words = { post: /post|draft/i, project: /project|document|campaign/i }
  return words[record?.kind as keyof typeof words]?.test(name) ?? false
}
