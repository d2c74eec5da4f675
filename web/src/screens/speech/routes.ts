import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

const screen = lazyRouteComponent(() => import('./speech.tsx'), 'SpeechScreen')
const record = lazyRouteComponent(
  () => import('./transcriptions/transcription-screen.tsx'),
  'TranscriptionScreen',
)

export interface SpeechSearch {
  tab?: 'transcriptions'
  /** For the voices: a search text, a language, and the selected voice. */
  search?: string
  language?: string
  voice?: string
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

export function speechRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/speech',
      component: screen,
      validateSearch: (given: Record<string, unknown>): SpeechSearch => ({
        tab: given.tab === 'transcriptions' ? 'transcriptions' : undefined,
        search: text(given.search),
        language: text(given.language),
        voice: text(given.voice),
      }),
    }),
    createRoute({ getParentRoute: () => parent, path: '/speech/$id', component: record }),
  ]
}
