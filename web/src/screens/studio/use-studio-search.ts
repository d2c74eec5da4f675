import { useNavigate, useSearch } from '@tanstack/react-router'
import type { StudioSearch } from './routes.ts'

/** The workbench state from the URL, and a function to change it. */
export function useStudioSearch() {
  const search = useSearch({ strict: false }) as StudioSearch
  const goTo = useGoToBench()
  return { ...search, change: (part: StudioSearch) => goTo({ ...search, ...part }) }
}

export function useGoToBench() {
  const navigate = useNavigate()
  return (search: StudioSearch) => void navigate({ to: '/studio', search: search as never })
}
