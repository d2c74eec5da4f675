import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Values = Record<string, string | undefined>

interface Change {
  /** Without a step in the history, for what changes with each letter. */
  isReplacing?: boolean
}

/**
 * What stands behind the question mark of the address, as texts, and a way to change some of it.
 * What is changed to undefined or nothing is taken out.
 */
export function useAddress(): [Values, (changes: Values, options?: Change) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Values, { isReplacing = false }: Change = {}) => {
      const next = (before: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries({ ...before, ...changes }).filter(
            ([, value]) => value !== undefined && value !== '',
          ),
        )
      void navigate({ to: '.', search: next as never, replace: isReplacing })
    },
    [navigate],
  )
  // The router reads 7 and true as what they look like; here they are texts.
  const values = Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      value === undefined ? undefined : String(value),
    ]),
  )
  return [values, change]
}
