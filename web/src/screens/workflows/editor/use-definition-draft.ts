import type { Workflow } from '@atelier/sdk'
import { useState } from 'react'
import { readDraft, writeDraft } from '../../../ui/drafts.ts'

/** The text, and the version that it is based on. */
interface Draft {
  version: number
  text: string
}

/** Earlier releases kept only the text. */
function restore(place: string, version: number): Draft | undefined {
  const stored = readDraft<Draft | string>(place)
  return typeof stored === 'string' ? { version, text: stored } : stored
}

export function writeText({ definition }: Pick<Workflow, 'definition'>): string {
  return JSON.stringify(definition, null, 2)
}

/** The edited text of a definition, kept in this browser until it is saved or discarded. */
export function useDefinitionDraft(workflow: Workflow) {
  const place = `definition of ${workflow.id}`
  const [draft, setDraft] = useState(() => restore(place, workflow.version))
  const keep = (next: Draft | undefined) => {
    // At once: React learns of the editor's events too late for a page that is being left.
    writeDraft(place, next)
    setDraft(next)
  }
  const current = { version: workflow.version, text: writeText(workflow) }
  // Nothing edited yet: the newest version shows as soon as someone saves it.
  const { text, version } = draft ?? current
  return {
    text,
    /** The version that the text is based on. */
    version,
    isChanged: draft !== undefined,
    /** Someone saved another version after the editing began. */
    isBehind: version < workflow.version,
    set: (next: string) => keep(next === current.text ? undefined : { version, text: next }),
    discard: () => keep(undefined),
  }
}
