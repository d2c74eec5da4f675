import { useSyncExternalStore } from 'react'

const kept = 'atelier.theme'
const listeners = new Set<() => void>()

export type Theme = 'system' | 'light' | 'dark'

function themeNow(): Theme {
  const theme = localStorage.getItem(kept)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(kept, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, themeNow)
}

export function applyTheme(): void {
  const theme = themeNow()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
