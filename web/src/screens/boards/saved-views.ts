import { useState } from 'react'
import { useMe } from '../../app/session.ts'
import { type Filters, readFilters } from './filters.ts'

/** Filters, grouping and layout under a name. */
export interface SavedView {
  name: string
  filters: Filters
}

const maxViews = 20

/** The views that a person has saved for a board, in this browser. */
export function useSavedViews(boardId: string) {
  const { user, workspace_id } = useMe()
  const key = `views ${user.id}.${workspace_id} ${boardId}`
  const [views, setViews] = useState(() => readViews(localStorage.getItem(key)))
  const store = (next: SavedView[]) => {
    setViews(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // The browser's storage is full. The view stays until the page is left.
    }
  }
  return {
    views,
    save: (view: SavedView) =>
      store([view, ...views.filter(({ name }) => name !== view.name)].slice(0, maxViews)),
    remove: (name: string) => store(views.filter((view) => view.name !== name)),
  }
}

/** Skips whatever an older version or another program stored. */
function readViews(text: string | null): SavedView[] {
  try {
    const stored = JSON.parse(text ?? '[]')
    return stored
      .filter(
        (view: SavedView) => typeof view.name === 'string' && typeof view.filters === 'object',
      )
      .map(({ name, filters }: SavedView) => ({ name, filters: readFilters({ ...filters }) }))
  } catch {
    return []
  }
}
