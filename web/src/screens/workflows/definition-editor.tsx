import { AtelierError, type Workflow } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Refusal } from '../../app/refusal.tsx'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/toasts.tsx'
import { readSteps } from './definition.ts'
import styles from './definition-editor.module.css'
import { Mistakes } from './definition-errors.tsx'
import { CodeField, type CodeFieldHandle } from './editor/code-field.tsx'
import { suggestCompletions } from './editor/completions.ts'
import { saveDefinition } from './editor/save-definition.ts'
import { useCheck } from './editor/use-check.ts'
import { useDefinitionDraft } from './editor/use-definition-draft.ts'
import { VersionConflict } from './editor/version-conflict.tsx'
import { Graph } from './graph.tsx'
import { vocabularyQuery, workflowQuery } from './queries.ts'

const none: never[] = []

/** Edits the definition as text, with live validation and its graph next to it. */
export function DefinitionEditor({ workflow }: { workflow: Workflow }) {
  const mayWrite = useMay('workflows:write')
  const draft = useDefinitionDraft(workflow)
  const { text, isChanged, isBehind } = draft
  const field = useRef<CodeFieldHandle>(null)
  const [isComparing, setComparing] = useState(false)
  const save = useSave(workflow.id, draft.discard, () => setComparing(true))
  const isRefused = save.error instanceof AtelierError && save.variables?.text === text
  const refused = isRefused ? (save.error as AtelierError).errors : none
  const check = useCheck(text, refused, readSteps(workflow.definition.steps))
  const { steps, mistakes, isBroken, isChecking, error } = check
  const { data: words } = useQuery(vocabularyQuery)
  const suggest = useCallback(
    (typed: string, offset: number) =>
      words ? suggestCompletions(typed, offset, words) : undefined,
    [words],
  )
  const errors = useMemo(
    () => mistakes.map(({ message, place: { offset } }) => ({ message, offset })),
    [mistakes],
  )
  const canSave = isChanged && mistakes.length === 0 && !save.isPending
  const saveOn = (version: number) => save.mutate({ version, text })
  return (
    <div className={styles.editor}>
      <div className={styles.field}>
        <div className={styles.head}>
          <span className={styles.label}>Definition</span>
          {mayWrite && (
            <>
              <Button size="small" kind="quiet" isDisabled={!isChanged} onPress={draft.discard}>
                Discard changes
              </Button>
              <Button
                size="small"
                kind="first"
                isDisabled={!canSave}
                isPending={save.isPending}
                onPress={() => (isBehind ? setComparing(true) : saveOn(draft.version))}
              >
                Save as version {workflow.version + 1}
              </Button>
            </>
          )}
        </div>
        <CodeField
          ref={field}
          label="Definition"
          value={text}
          onChange={draft.set}
          isReadOnly={!mayWrite}
          errors={errors}
          suggest={suggest}
        />
        {mayWrite && (
          <p className={styles.keys}>
            <kbd>Ctrl</kbd> <kbd>Space</kbd> suggests names and values. <kbd>F8</kbd> goes to the
            next problem.
          </p>
        )}
      </div>
      <div className={styles.beside}>
        {isBehind && (
          <p className={styles.notice}>
            Someone else saved version {workflow.version}. Your text is based on version{' '}
            {draft.version}.{' '}
            <Button size="small" onPress={() => setComparing(true)}>
              Compare
            </Button>
          </p>
        )}
        {refused.length === 0 && <Refusal error={save.error} />}
        <Mistakes
          mistakes={mistakes}
          isChecking={isChecking}
          error={error}
          onGoTo={({ offset }) => field.current?.goTo(offset)}
        />
        {isBroken && steps.length > 0 && (
          <p className={styles.stale}>The graph shows the last text that was valid JSON.</p>
        )}
        <Graph label="Workflow graph" steps={steps} />
      </div>
      {isComparing && isBehind && (
        <VersionConflict
          theirs={workflow}
          mine={text}
          canSave={canSave}
          onClose={() => setComparing(false)}
          onSaveMine={() => {
            setComparing(false)
            saveOn(workflow.version)
          }}
          onDiscardMine={() => {
            setComparing(false)
            draft.discard()
          }}
        />
      )}
    </div>
  )
}

function useSave(id: string, onSaved: () => void, onConflict: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: { version: number; text: string }) => saveDefinition(id, draft),
    onSuccess: (saving) => {
      const newest = 'saved' in saving ? saving.saved : saving.theirs
      queryClient.setQueryData(workflowQuery(id).queryKey, newest)
      if ('theirs' in saving) return onConflict()
      onSaved()
      say(`Saved as version ${newest.version}.`)
    },
    meta: { showsErrors: true },
  })
}
