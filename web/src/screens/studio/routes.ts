import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const bench = lazyRouteComponent(() => import('./studio.tsx'), 'StudioScreen')
const record = lazyRouteComponent(() => import('./studio.tsx'), 'StudioTaskScreen')

/** The workbench: the image (an asset), the tool, and the task whose settings to reuse. */
export interface StudioSearch {
  picture?: string
  tool?: string
  from?: string
}

/** A task: whether its cut-out is being corrected, and the task to compare its result with. */
export interface StudioTaskSearch {
  correct?: boolean
  against?: string
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

function validateSearch(search: Record<string, unknown>): StudioSearch {
  return { picture: text(search.picture), tool: text(search.tool), from: text(search.from) }
}

function validateTaskSearch(search: Record<string, unknown>): StudioTaskSearch {
  return { correct: search.correct === true || undefined, against: text(search.against) }
}

export function studioRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/studio',
      component: bench,
      validateSearch,
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/studio/$task',
      component: record,
      validateSearch: validateTaskSearch,
    }),
  ]
}
