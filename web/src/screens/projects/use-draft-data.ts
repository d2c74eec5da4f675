import {
  isConflict,
  isSameJson,
  JsonError,
  type JsonNode,
  type JsonVersions,
  type ObjectNode,
  parseJson,
  writeJson,
} from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readDraft, writeDraft } from '../../ui/drafts.ts'
import { say } from '../../ui/toasts.tsx'
import { saveData, type Version } from './exact.ts'
import { projectQuery } from './queries.ts'

interface Draft {
  /** The version that the draft is based on. */
  base: Version
  data: JsonNode
  /** The typed text while it is not valid JSON. */
  text?: string
  error?: JsonError
}

export interface DraftConflict extends JsonVersions {
  theirRevision: number
}

/** As text, because numbers must keep their digits. */
interface StoredDraft {
  revision: number
  base: string
  data: string
  text?: string
}

function stored({ base, data, text }: Draft): StoredDraft {
  return {
    revision: base.revision,
    base: writeJson(base.data),
    data: writeJson(data),
    ...(text !== undefined && { text }),
  }
}

function restore(current: Version, draft: StoredDraft | undefined): Draft | undefined {
  if (!draft) return undefined
  const data = parseJson(draft.base) as ObjectNode
  const base = { ...current, revision: draft.revision, data }
  return {
    base,
    data: parseJson(draft.data),
    ...(draft.text !== undefined && { text: draft.text }),
  }
}

/** The unsaved changes to a project's data. */
export function useDraftData(type: string, id: string, current: Version) {
  const client = useQueryClient()
  const place = `data of ${id}`
  const [draft, setDraft] = useState(() => restore(current, readDraft<StoredDraft>(place)))
  const keep = (next: Draft | undefined) => {
    // At once: React learns of the editor's events too late for a page that is being left.
    writeDraft(place, next && stored(next))
    setDraft(next)
  }
  const [clash, setClash] = useState<DraftConflict>()
  const base = draft?.base ?? current

  const setData = (data: JsonNode) => {
    keep(isSameJson(data, base.data) ? undefined : { base, data })
  }
  const setText = (text: string) => {
    try {
      const data = parseJson(text)
      if (data.kind !== 'object') throw new JsonError('The data must be an object: { … }', text, 0)
      keep({ base, data, text })
    } catch (error) {
      if (!(error instanceof JsonError)) throw error
      keep({ base, data: draft?.data ?? base.data, text, error })
    }
  }
  const save = useMutation({
    mutationFn: ({ data, from }: { data: JsonNode; from: number }) =>
      saveData(type, id, { data, from }),
    onSuccess: (saved, { from }) => {
      client.setQueryData(projectQuery(type, id).queryKey, saved)
      keep(undefined)
      setClash(undefined)
      say(saved.revision > from + 1 ? 'Saved and merged with other changes.' : 'Saved.')
    },
    onError: async (error, { data }) => {
      if (!isConflict(error)) return
      const theirs = await client.fetchQuery({ ...projectQuery(type, id), staleTime: 0 })
      setClash({
        base: base.data,
        theirs: theirs.data,
        mine: data,
        theirRevision: theirs.revision,
      })
    },
    meta: { showsErrors: true },
  })
  return {
    data: draft?.data ?? current.data,
    text: draft?.text,
    textError: draft?.error,
    isDirty: draft !== undefined,
    isBehind: draft !== undefined && current.revision > draft.base.revision,
    setData,
    setText,
    discard: () => keep(undefined),
    save: () => draft && save.mutate({ data: draft.data, from: draft.base.revision }),
    isSaving: save.isPending,
    saveError: save.error && !isConflict(save.error) ? save.error : null,
    clash,
    /** Saves on top of their version; if that fails, my changes stay a draft. */
    settle: (data: JsonNode) => clash && save.mutate({ data, from: clash.theirRevision }),
    leaveClash: () => setClash(undefined),
  }
}

export type DraftData = ReturnType<typeof useDraftData>
