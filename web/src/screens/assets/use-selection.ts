import { useState } from 'react'

/** The selected ones of the ids that a place shows. In another place, nothing is selected. */
export function useSelection(place: string, shown: readonly string[]) {
  const [state, setState] = useState({ place, ids: new Set<string>() })
  const ids = new Set(shown.filter((id) => state.place === place && state.ids.has(id)))
  return {
    ids,
    toggle: (id: string) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setState({ place, ids: next })
    },
    clear: () => setState({ place, ids: new Set() }),
  }
}

export type Selection = ReturnType<typeof useSelection>
