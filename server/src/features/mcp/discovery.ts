import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import { version } from '../../version.ts'
import { usualScopes } from '../oauth/metadata.ts'
import type { Surface } from './surface.ts'

const description =
  'Images, speech, boards, projects, posts and workflows for agents and the people they work for.'
const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

type Needs = Pick<Config, 'publicUrl'>

/** Documents that tell clients what is served here, before they sign in. They hold no secret. */
export function serveDiscovery(
  app: FastifyInstance,
  config: Needs,
  surface: () => Pick<Surface, 'prompts'>,
): void {
  const publish = (reply: FastifyReply, document: object) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=300')
      .send(document)
  for (const path of ['/.well-known/mcp/server-card.json', '/mcp/server-card']) {
    app.get(path, async (_request, reply) => publish(reply, serverCard(config)))
  }
  app.get('/.well-known/mcp/catalog.json', async (_request, reply) =>
    publish(reply, { servers: [{ url: `${config.publicUrl}/mcp/server-card` }] }),
  )
  app.get('/.well-known/agent-card.json', async (_request, reply) =>
    publish(reply, agentCard(config, surface())),
  )
}

/** The MCP server card (SEP-2127): how to connect, not what the tools are. */
export function serverCard({ publicUrl }: Needs) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${new URL(publicUrl).hostname.split('.').toReversed().join('.')}/atelier`,
    version,
    title: 'Atelier',
    description,
    websiteUrl: publicUrl,
    remotes: [
      {
        type: 'streamable-http',
        url: `${publicUrl}/mcp`,
        supportedProtocolVersions: protocolVersions,
      },
    ],
  }
}

/**
 * The A2A agent card. Atelier speaks no A2A: the card names the one interface there is, MCP, so
 * that agents which look for a card find the right door.
 */
export function agentCard({ publicUrl }: Needs, { prompts }: Pick<Surface, 'prompts'>) {
  return {
    name: 'Atelier',
    description: `${description} Reached with the Model Context Protocol; it does not accept A2A messages.`,
    version,
    supportedInterfaces: [
      { url: `${publicUrl}/mcp`, protocolBinding: 'MCP', protocolVersion: protocolVersions[0] },
    ],
    documentationUrl: `${publicUrl}/docs`,
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json', 'text/plain'],
    securitySchemes: {
      apiKey: {
        apiKeySecurityScheme: {
          location: 'header',
          name: 'Authorization',
          description: '`Api-Key atl_…`',
        },
      },
      oauth: {
        oauth2SecurityScheme: {
          oauth2MetadataUrl: `${publicUrl}/.well-known/oauth-authorization-server`,
          flows: {
            authorizationCode: {
              authorizationUrl: `${publicUrl}/oauth/authorize`,
              tokenUrl: `${publicUrl}/oauth/token`,
              scopes: Object.fromEntries(usualScopes.map((scope) => [scope, scope])),
              pkceRequired: true,
            },
          },
        },
      },
    },
    securityRequirements: [
      { schemes: { apiKey: { list: [] } } },
      { schemes: { oauth: { list: [] } } },
    ],
    skills: prompts.map(({ definition }) => ({
      id: definition.name,
      name: definition.title ?? definition.name,
      description: definition.description ?? '',
      tags: ['campaign'],
    })),
  }
}
