import { type Static, Type } from 'typebox'
import {
  ExternalEngineSettings,
  listKinds,
  type Purpose,
  purposes,
} from '../../engines/external/settings.ts'
import { named, Time } from '../../http/schemas.ts'
import { modelEngines } from '../../platform/model-store/manifest.ts'

/** An engine as the API shows it: everything but its key. */
export const Engine = named(
  'Engine',
  Type.Object({
    purpose: Type.Enum(purposes),
    kind: Type.String({ description: '`embedded`, or the kind of the external engine.' }),
    chosen_by: Type.Enum(['default', 'installation', 'workspace'], {
      description:
        'Who chose the engine: nobody, the operator for all workspaces, or this workspace.',
    }),
    base_url: Type.Union([Type.String(), Type.Null()]),
    model: Type.Union([Type.String(), Type.Null()]),
    timeout_seconds: Type.Union([Type.Integer(), Type.Null()]),
    has_api_key: Type.Boolean(),
    updated_at: Type.Union([Time, Type.Null()]),
  }),
)

export type Engine = Static<typeof Engine>

export const buildBodySchema = (purpose: Purpose) =>
  Type.Object({ ...ExternalEngineSettings.properties, kind: Type.Enum(listKinds(purpose)) })

/** Model weights on the server's disk. */
export const Model = named(
  'Model',
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    engine: Type.Enum(modelEngines),
    version: Type.String(),
    licence: Type.String(),
    bytes: Type.Integer({ description: 'Size on disk after the download.' }),
    state: Type.Enum(['ready', 'missing', 'corrupt']),
  }),
)

export const EngineTest = named(
  'EngineTest',
  Type.Object({
    purpose: Type.Enum(purposes),
    kind: Type.String(),
    ok: Type.Boolean(),
    code: Type.Union([Type.String(), Type.Null()], { description: 'Code of the error.' }),
    message: Type.String({ description: 'What the engine did, or what went wrong.' }),
    advice: Type.Union([Type.String(), Type.Null()], { description: 'What to do about it.' }),
    took_ms: Type.Integer(),
  }),
)

export type EngineTest = Static<typeof EngineTest>
