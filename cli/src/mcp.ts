import { Command } from 'commander'
import { NotReady } from './errors.ts'
import { type Target, targetOf } from './server-client.ts'

interface Options {
  url?: string
  key?: string
  toolsets?: string
  readonly?: boolean
}

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('connect an MCP client that speaks stdio to a running server')
    .option('--url <url>', 'the server (default: ATELIER_URL, else http://localhost:4600)')
    .option('--key <key>', 'its API key (default: ATELIER_API_KEY)')
    .option('--toolsets <names>', 'only these groups of tools, such as boards,tasks, or all')
    .option('--readonly', 'only tools that change nothing')
    .action(runMcp)
}

async function runMcp(options: Options): Promise<void> {
  const target = targetOf({
    ...options,
    url: options.url ?? process.env.ATELIER_URL ?? 'http://localhost:4600',
  })
  if (!target) throw new NotReady('Which server? Give --url or set ATELIER_URL.')
  // The library takes a moment to load, and no other command needs it.
  const { bridge } = await import('./mcp-bridge.ts')
  await bridge(addressOf(target, options), target.key)
}

function addressOf({ url }: Target, { toolsets, readonly }: Options): URL {
  const address = new URL(`${url}/mcp`)
  if (toolsets) address.searchParams.set('toolsets', toolsets)
  if (readonly) address.searchParams.set('readonly', 'true')
  return address
}
