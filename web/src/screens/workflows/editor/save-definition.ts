import { AtelierError, type Workflow } from '@atelier/sdk'
import { api } from '../../../app/api.ts'

/** Saved, or the version that another person saved meanwhile. */
export type SaveResult = { saved: Workflow } | { theirs: Workflow }

/** Saves a definition only if the version that it is based on is still the newest. */
export async function saveDefinition(
  id: string,
  { version, text }: { version: number; text: string },
): Promise<SaveResult> {
  const definition = JSON.parse(text)
  for (;;) {
    let etag = ''
    const onResponse = ({ headers }: Response) => {
      etag = headers.get('etag') ?? ''
    }
    const now = await api.workflows.get(id, { onResponse })
    if (now.version > version) return { theirs: now }
    try {
      const headers = { 'if-match': etag }
      return { saved: await api.workflows.update(id, { definition }, { headers }) }
    } catch (error) {
      // The ETag covers the whole record, which may have changed in another part.
      if (!(error instanceof AtelierError && error.status === 412)) throw error
    }
  }
}
