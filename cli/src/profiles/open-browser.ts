import { spawn } from 'node:child_process'

/** Opens a URL in the person's browser; false if there is none. */
export async function openBrowser(url: string): Promise<boolean> {
  const [command, ...args] = opener()
  if (!command) return false
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function opener(): string[] {
  const { BROWSER, DISPLAY, WAYLAND_DISPLAY } = process.env
  if (BROWSER) return [BROWSER]
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : []
}
