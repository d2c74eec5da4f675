import { AtelierError, type Workflow } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { Label, TextArea, TextField } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { messageOf } from '../../app/query-client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/toasts.tsx'
import { stepsIn } from './definition.ts'
import styles from './definition-editor.module.css'
import { Graph } from './graph.tsx'
import { type Mistake, Mistakes } from './mistakes.tsx'
import { jsonMistake, lineAt, type Place, placeOf } from './place-of.ts'
import { workflowQuery } from './queries.ts'

/** Edits the definition as text, with live validation and its graph next to it. */
export function DefinitionEditor({ workflow }: { workflow: Workflow }) {
  const queryClient = useQueryClient()
  const mayWrite = useMay('workflows:write')
  const [base, setBase] = useState(workflow)
  const [text, setText] = useState(() => asText(workflow.definition))
  const area = useRef<HTMLTextAreaElement>(null)
  const shown = useDeferredValue(text)
  const broken = jsonMistake(shown)
  const check = useQuery({
    queryKey: ['workflowCheck', shown],
    queryFn: ({ signal }) => api.workflows.check({ definition: JSON.parse(shown) }, { signal }),
    enabled: broken === undefined,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const save = useMutation({
    mutationFn: () => api.workflows.update(base.id, { definition: JSON.parse(text) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(workflowQuery(saved.id).queryKey, saved)
      setBase(saved)
      setText(asText(saved.definition))
      say(`Saved as version ${saved.version}.`)
    },
    meta: { showsErrors: true },
  })
  const refused = save.error instanceof AtelierError ? save.error.errors : []
  const mistakes: Mistake[] = broken
    ? [{ path: '', ...broken }]
    : [...(check.data?.errors ?? []), ...refused.filter(isNew(check.data?.errors))].map((one) => ({
        ...one,
        place: placeOf(shown, one.path),
      }))
  const isChanged = text !== asText(base.definition)
  const isOvertaken = workflow.version > base.version
  const goTo = ({ offset }: Place) => {
    area.current?.focus()
    area.current?.setSelectionRange(offset, offset)
    // A textarea scrolls to its cursor only on typing.
    const lineHeight = 20
    area.current?.scrollTo({ top: (lineAt(text, offset) - 5) * lineHeight })
  }
  const takeOver = () => {
    setBase(workflow)
    setText(asText(workflow.definition))
  }
  const steps = broken ? [] : stepsIn(JSON.parse(shown).steps)
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
        {isOvertaken && (
          <p className={styles.notice}>
            Someone else saved version {workflow.version}.{' '}
            <Button size="small" onPress={takeOver}>
              Load it
            </Button>
          </p>
        )}
        {save.isError && refused.length === 0 && (
          <p role="alert" className={styles.error}>
            {messageOf(save.error)}
          </p>
        )}
        <Mistakes
          mistakes={mistakes}
          isChecking={!broken && check.isPending}
          error={check.isError ? messageOf(check.error) : undefined}
          onGoTo={goTo}
        />
        <div className={styles.drawn}>
          <Graph label="Workflow graph" steps={steps} />
        </div>
      </div>
    </div>
  )
}

function asText(definition: object): string {
  return JSON.stringify(definition, null, 2)
}

function isNew(known: { path: string; message: string }[] = []) {
  return (one: { path: string; message: string }) =>
    !known.some(({ path, message }) => path === one.path && message === one.message)
}
