import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../session.ts'
import { byFit, fit } from './fit.ts'
import { isName, isUuid, lookUpDirectly } from './look-up-id.ts'
import type { FoundGroup, PaletteResult } from './palette-result.ts'
import { parts } from './parts.ts'

const pauseMs = 120
const fresh = { staleTime: 10_000, gcTime: 30_000 } as const

/**
 * Search results from the workspace. Each part appears when it arrives, below those already shown,
 * so that nothing moves under the pointer. Requests for outdated text are not awaited.
 */
export function useFound(letters: string) {
  const term = useSettled(letters)
  const { permissions } = useMe()
  const allowed = parts.filter(({ permission }) => permissions.includes(permission))
  const straight = useQuery({
    queryKey: ['palette', 'straight', term],
    queryFn: ({ signal }) => lookUpDirectly(term, signal),
    enabled: isName(term),
    ...fresh,
  })
  const answers = useQueries({
    queries: allowed.map(({ name, find }) => ({
      queryKey: ['palette', name, term],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(term, signal),
      enabled: term.length > 1 && !isUuid(term),
      ...fresh,
    })),
  })
  const before = useRef(new Map<string, PaletteResult[]>())
  const order = useRef<string[]>([])
  if (letters.length < 2) {
    before.current.clear()
    order.current = []
  }
  const groups = new Map<string, PaletteResult[]>()
  for (const [at, { name }] of allowed.entries()) {
    const answer = answers[at]
    if (answer?.data) before.current.set(name, answer.data)
    else if (answer?.error) before.current.delete(name)
    const items = (before.current.get(name) ?? []).filter(
      // Results for the shorter text stay while they match the new text.
      ({ title, note = '' }) => answer?.data || fit(`${title} ${note}`, letters) !== undefined,
    )
    if (items.length === 0 || letters.length < 2) continue
    groups.set(name, byFit(items, letters))
    if (!order.current.includes(name)) order.current.push(name)
  }
  const found: FoundGroup[] = order.current.flatMap((name) => {
    const items = groups.get(name)
    return items ? [{ name, items }] : []
  })
  return {
    straight: isName(letters) && term === letters ? (straight.data ?? []) : [],
    groups: isUuid(letters) ? [] : found,
    /** The text is an id or slug whose lookup is not finished. */
    isResolving: isName(letters) && (term !== letters || straight.isFetching),
    isLooking:
      letters.length > 1 &&
      (term !== letters || straight.isFetching || answers.some(({ isFetching }) => isFetching)),
  }
}

/** The text, debounced. */
function useSettled(letters: string): string {
  const [settled, setSettled] = useState(letters)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(letters), pauseMs)
    return () => clearTimeout(timer)
  }, [letters])
  return settled
}
