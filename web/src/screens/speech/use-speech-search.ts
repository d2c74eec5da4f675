import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SpeechSearch } from './routes.ts'

export function useSpeechSearch() {
  const search = useSearch({ strict: false }) as SpeechSearch
  const navigate = useNavigate()
  const change = (part: SpeechSearch, replace = true) =>
    void navigate({ to: '/speech', search: { ...search, ...part } as never, replace })
  return { ...search, change }
}
