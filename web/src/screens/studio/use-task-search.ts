import { useNavigate, useSearch } from '@tanstack/react-router'
import type { StudioTaskSearch } from './routes.ts'

/** The state of a task's page from the URL, and a function to change it. */
export function useTaskSearch() {
  const search = useSearch({ strict: false }) as StudioTaskSearch
  const navigate = useNavigate()
  const change = (part: StudioTaskSearch) =>
    void navigate({ to: '.', search: { ...search, ...part } as never })
  return { ...search, change }
}
