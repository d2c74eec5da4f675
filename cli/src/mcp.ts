import { Command } from 'commander'
import { type Connection, requireConnection, usualUrl } from './client/connection.ts'
import { readGeneral, withGeneralOptions } from './client/general-options.ts'

interface Options {
  toolsets?: string
  readonly?: boolean
}

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .option('--toolsets <names>', 'only these toolsets, such as boards,tasks, or all')
    .option('--readonly', 'only read-only tools')
    .addHelpText('after', '\nExample:\n  atelier mcp --toolsets boards,board-tasks --readonly')
    .action(runMcp)
  return withGeneralOptions(command, new Set(), ['json', 'organization', 'space'])
}

async function runMcp(options: Options, command: Command): Promise<void> {
  const given = readGeneral(command)
  const connection = await requireConnection(given)
  // The library takes a moment to load, and no other command needs it.
  const { bridge } = await import('./mcp-bridge.ts')
  await bridge(mcpUrl(connection, options), () => buildAuthorization(connection))
}

function mcpUrl({ baseUrl = usualUrl }: Connection, { toolsets, readonly }: Options): URL {
  const url = new URL(`${baseUrl}/mcp`)
  if (toolsets) url.searchParams.set('toolsets', toolsets)
  if (readonly) url.searchParams.set('readonly', 'true')
  return url
}

async function buildAuthorization({ apiKey, accessToken }: Connection): Promise<string> {
  if (apiKey) return `Api-Key ${apiKey}`
  return `Bearer ${typeof accessToken === 'function' ? await accessToken() : accessToken}`
}
