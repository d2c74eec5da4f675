import { Type } from 'typebox'
import { type Purpose, purposes } from '../../engines/external/settings.ts'
import { resource } from '../../http/resource.ts'
import { chooseEngine, resetEngine } from './choose-engine.ts'
import { listEngines } from './read-engines.ts'
import { buildBodySchema, Engine, EngineTest, Model } from './schemas.ts'
import { tryEngine } from './try-engine.ts'

const exampleEngine = {
  purpose: 'outpainting',
  kind: 'openai',
  chosen_by: 'workspace',
  base_url: null,
  model: 'gpt-image-1',
  timeout_seconds: null,
  has_api_key: true,
  updated_at: '2026-11-15T09:30:00.000Z',
}

const exampleTest = {
  purpose: 'images',
  kind: 'comfyui',
  ok: false,
  code: 'engine_unreachable',
  message: 'The engine cannot be reached.',
  advice:
    'Check that base_url is right, that the engine runs, and that this server can reach it: in a container, localhost is the container itself.',
  took_ms: 38,
} as const

const exampleModel = {
  id: 'isnet',
  title: 'ISNet, background removal',
  engine: 'background',
  version: '1.4.5',
  licence: 'MIT',
  bytes: 88_188_479,
  state: 'ready',
}

const exampleBodies: Record<Purpose, object> = {
  images: { kind: 'openai', model: 'gpt-image-1', api_key: 'sk-your-key' },
  outpainting: { kind: 'openai', model: 'gpt-image-1', api_key: 'sk-your-key' },
  speech: { kind: 'openai', model: 'gpt-4o-mini-tts', api_key: 'sk-your-key' },
  transcription: { kind: 'whisper-cpp', base_url: 'http://10.20.0.5:8080' },
  video: { kind: 'webhook', base_url: 'https://video.example.com/jobs' },
}

const engines = resource({
  tag: 'Engines',
  path: '/api/v1/engines',
  read: 'workspaces:read',
  write: 'workspaces:write',
  params: Type.Object({
    purpose: Type.Enum(purposes, { description: 'What the engine is used for.' }),
  }),
  notFound: 'engine_not_found',
  record: Engine,
  example: { params: { purpose: 'images' }, record: exampleEngine },
})

export function engineRoutes() {
  return [
    engines.listAll('', {
      id: 'listEngines',
      summary: 'List engines',
      list: (deps, { actor }) => listEngines(deps, actor),
    }),
    engines.listAll('/models', {
      id: 'listModels',
      summary: 'List the models of the embedded engines',
      description:
        'The server downloads a model on first use. The operator can download them in advance with `atelier models pull`.',
      entry: Model,
      example: { entry: exampleModel },
      list: (deps) => deps.models.list(),
    }),
    engines.post('/{purpose}/test', {
      id: 'testEngine',
      summary: 'Test the external engine for a purpose',
      description:
        'Runs a small job and waits for it, up to 3 minutes. The job may cost money at a provider. If it fails, `message` says why and `advice` what to do. Engines for transcription and video report later, so only the connection is tested.',
      reply: EngineTest,
      callsOutside: true,
      example: { reply: exampleTest },
      handle: (deps, { actor, params, leaving }) =>
        tryEngine(deps, actor, params.purpose, leaving()),
    }),
    ...purposes.flatMap(buildChoiceOperations),
  ]
}

function buildChoiceOperations(purpose: Purpose) {
  const name = `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}`
  return [
    engines.put(`/${purpose}`, {
      id: `choose${name}Engine`,
      summary: `Use another engine for ${purpose}`,
      description:
        'Applies to this workspace, from the next task on. The key is never shown again. If you leave it out, it stays as long as the kind and URL stay the same. The operator must allow URLs in a private network.',
      permission: 'workspaces:write',
      body: buildBodySchema(purpose),
      example: {
        body: exampleBodies[purpose],
        reply: { ...exampleEngine, purpose },
      },
      handle: (deps, { actor, body }) => chooseEngine(deps, actor, purpose, body),
    }),
    engines.delete(`/${purpose}`, {
      id: `reset${name}Engine`,
      summary: `Use the default engine for ${purpose} again`,
      permission: 'workspaces:write',
      handle: (deps, { actor }) => resetEngine(deps, actor, purpose),
    }),
  ]
}
