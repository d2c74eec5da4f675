import { AtelierError, type Workflow } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Label, TextArea, TextField } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { messageOf } from '../../app/query-client.ts'
import { Refusal } from '../../app/refusal.tsx'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { readDraft, writeDraft } from '../../ui/drafts.ts'
import { say } from '../../ui/toasts.tsx'
import { stepsIn } from './definition.ts'
import styles from './definition-editor.module.css'
import { Graph } from './graph.tsx'
import { type Mistake, Mistakes } from './mistakes.tsx'
import { jsonMistake, lineAt, type Place, placeOf } from './place-of.ts'
import { workflowQuery } from './queries.ts'

/** Edits the definition as text, with live validation and its graph next to it. */
export function DefinitionEditor({ workflow }: { workflow: Workflow }) {
  const mayWrite = useMay('workflows:write')
  const [base, setBase] = useState(workflow)
  const place = `definition of ${workflow.id}`
  const [text, setText] = useState(() => readDraft<string>(place) ?? asText(workflow.definition))
  const area = useRef<HTMLTextAreaElement>(null)
  const load = (version: Workflow) => {
    setBase(version)
    setText(asText(version.definition))
  }
  const save = useSave(base.id, text, load)
  const refused = save.error instanceof AtelierError ? save.error.errors : []
  const { steps, mistakes, isChecking, error } = useCheck(text, refused)
  const goTo = ({ offset }: Place) => {
    area.current?.focus()
    area.current?.setSelectionRange(offset, offset)
    // A textarea scrolls to its cursor only on typing.
    const lineHeight = 20
    area.current?.scrollTo({ top: (lineAt(text, offset) - 5) * lineHeight })
  }
  const isChanged = text !== asText(base.definition)
  useEffect(() => writeDraft(place, isChanged ? text : undefined), [place, isChanged, text])
  return (
    <div className={styles.editor}>
      <TextField
        className={styles.field as string}
        value={text}
        onChange={setText}
        isReadOnly={!mayWrite}
        isInvalid={mistakes.length > 0}
      >
        <div className={styles.head}>
          <Label className={styles.label}>Definition</Label>
          {mayWrite && (
            <>
              <Button
                size="small"
                kind="quiet"
                isDisabled={!isChanged}
                onPress={() => setText(asText(base.definition))}
              >
                Discard changes
              </Button>
              <Button
                size="small"
                kind="first"
                isDisabled={!isChanged || mistakes.length > 0}
                isPending={save.isPending}
                onPress={() => save.mutate()}
              >
                Save as version {base.version + 1}
              </Button>
            </>
          )}
        </div>
        <TextArea ref={area} spellCheck={false} className={styles.area} />
      </TextField>
      <div className={styles.beside}>
        {workflow.version > base.version && (
          <p className={styles.notice}>
            Someone else saved version {workflow.version}.{' '}
            <Button size="small" onPress={() => load(workflow)}>
              Load it
            </Button>
          </p>
        )}
        {refused.length === 0 && <Refusal error={save.error} />}
        <Mistakes mistakes={mistakes} isChecking={isChecking} error={error} onGoTo={goTo} />
        <Graph label="Workflow graph" steps={steps} />
      </div>
    </div>
  )
}

function useSave(id: string, text: string, onSaved: (workflow: Workflow) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.workflows.update(id, { definition: JSON.parse(text) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(workflowQuery(saved.id).queryKey, saved)
      onSaved(saved)
      say(`Saved as version ${saved.version}.`)
    },
    meta: { showsErrors: true },
  })
}

/** Checks the text while the person types. */
function useCheck(text: string, refused: readonly { path: string; message: string }[]) {
  const shown = useDeferredValue(text)
  const broken = jsonMistake(shown)
  // The graph stays while the text is broken.
  const steps = useRef<ReturnType<typeof stepsIn>>([])
  if (!broken) steps.current = stepsIn(JSON.parse(shown).steps)
  const check = useQuery({
    queryKey: ['workflowCheck', shown],
    queryFn: ({ signal }) => api.workflows.check({ definition: JSON.parse(shown) }, { signal }),
    enabled: broken === undefined,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const found = check.data?.errors ?? []
  const mistakes: Mistake[] = broken
    ? [{ path: '', ...broken }]
    : [...found, ...refused.filter(isNotIn(found))].map((one) => ({
        ...one,
        place: placeOf(shown, one.path),
      }))
  return {
    steps: steps.current,
    mistakes,
    isChecking: !broken && check.isPending,
    error: check.isError ? messageOf(check.error) : undefined,
  }
}

function asText(definition: object): string {
  return JSON.stringify(definition, null, 2)
}

function isNotIn(known: readonly { path: string; message: string }[]) {
  return (one: { path: string; message: string }) =>
    !known.some(({ path, message }) => path === one.path && message === one.message)
}
