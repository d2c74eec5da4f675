import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Values = Record<string, string | undefined>

interface Change {
  /** Adds no history entry, for values that change with each keystroke. */
  isReplacing?: boolean
}

/**
 * The search parameters of the URL as strings, and a function to change some of them. Setting one
 * to undefined or an empty string removes it.
 */
export function useSearchParams(): [Values, (changes: Values, options?: Change) => void] {
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
  // The router parses 7 and true into a number and a boolean; here they stay strings.
  const values = Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      value === undefined ? undefined : String(value),
    ]),
  )
  return [values, change]
}
