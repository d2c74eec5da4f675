const kept = 'atelier.theme'

export type Theme = 'system' | 'light' | 'dark'

export function themeNow(): Theme {
  const theme = localStorage.getItem(kept)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(kept, theme)
  applyTheme()
}

export function applyTheme(): void {
  const theme = themeNow()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
