import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef } from 'react'
import { api } from '../../../app/api.ts'
import { writeMessage } from '../../../app/query-client.ts'
import { readSteps, type Step } from '../definition.ts'
import type { DefinitionError } from '../definition-errors.tsx'
import { findPlace, jsonMistake } from '../text-position.ts'

type FieldError = { path: string; message: string }

/** Checks the text while the person types. */
export function useCheck(text: string, refused: readonly FieldError[], savedSteps: Step[]) {
  const shown = useDeferredValue(text)
  const broken = useMemo(() => jsonMistake(shown), [shown])
  // The last readable steps, so that the graph stays while the text is broken.
  const steps = useRef(savedSteps)
  if (!broken) steps.current = readSteps(JSON.parse(shown).steps)
  const check = useQuery({
    queryKey: ['workflowCheck', shown],
    queryFn: ({ signal }) => api.workflows.check({ definition: JSON.parse(shown) }, { signal }),
    enabled: broken === undefined,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const found = check.data?.errors
  const mistakes = useMemo((): DefinitionError[] => {
    if (broken) return [{ path: '', ...broken }]
    const known = found ?? []
    return [...known, ...refused.filter(isNotIn(known))].map((one) => ({
      ...one,
      place: findPlace(shown, one.path),
    }))
  }, [broken, found, refused, shown])
  return {
    steps: steps.current,
    isBroken: broken !== undefined,
    mistakes,
    isChecking: !broken && check.isPending,
    error: check.isError ? writeMessage(check.error) : undefined,
  }
}

function isNotIn(known: readonly FieldError[]) {
  return (one: FieldError) =>
    !known.some(({ path, message }) => path === one.path && message === one.message)
}
