import { readFileSync } from 'node:fs'
import { consoleLink } from '../../../lib/console-link.ts'
import { shippedPath } from '../../../lib/installation.ts'
import { lazy } from '../../../lib/lazy.ts'
import type { Caller, ResourceKind } from '../surface.ts'

export const appsExtension = 'io.modelcontextprotocol/ui'
const mimeType = 'text/html;profile=mcp-app'

interface App {
  uri: string
  name: string
  file: string
  /** Tells hosts which view belongs to a tool. */
  toolMeta: { ui: { resourceUri: string } }
}

function app(name: string, file: string): App {
  const uri = `ui://atelier/${file.replace('.html', '')}`
  return { uri, name, file, toolMeta: { ui: { resourceUri: uri } } }
}

/** A card with the question of ask_person. Its button opens the page to answer on. */
export const approvalCard = app('Question card', 'approval-card.html')

/** The result of edit_image beside the original. */
export const beforeAndAfter = app('Before and after', 'before-after.html')

const read = (file: string) =>
  readFileSync(shippedPath(`server/src/features/mcp/apps/${file}`), 'utf8')

/** A view is one file, so the parts that views share are pasted in. */
function readView(file: string): string {
  return read(file)
    .replace('/* view.css */', () => read('view.css'))
    .replace('/* host-link.js */', () => read('host-link.js').replaceAll(/^export /gm, ''))
}

function buildInboxUrl({ deps, actor: { workspaceId } }: Caller): string {
  const { publicUrl } = deps.config
  return consoleLink(new URL('/inbox', publicUrl), { publicUrl, workspaceId })
}

/** Views that hosts show beside the conversation (MCP Apps). They load nothing from the network. */
export function appResources(): ResourceKind[] {
  return [approvalCard, beforeAndAfter].map(({ uri, name, file }) => {
    const html = lazy(() => readView(file))
    return {
      list: async () => [{ uri, name, mimeType }],
      read: async (caller, asked) => {
        if (asked !== uri) return undefined
        const _meta = { ui: { prefersBorder: true } }
        return {
          canonicalUri: uri,
          contents: [
            { uri, mimeType, text: html().replace('/* console */', buildInboxUrl(caller)), _meta },
          ],
        }
      },
    }
  })
}
