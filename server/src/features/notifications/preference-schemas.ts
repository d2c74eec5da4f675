import { type Static, Type } from 'typebox'
import { ClockTime, Nullable, named, TimeZone } from '../../http/schemas.ts'

const QuietHours = named('QuietHours', Type.Object({ start: ClockTime, end: ClockTime }))

const Digest = named(
  'DigestSettings',
  Type.Object({
    categories: Type.Array(Type.Enum(['agentProgress', 'agentNudge']), {
      minItems: 1,
      maxItems: 2,
    }),
    after: Type.Integer({ minimum: 1, maximum: 100, default: 3 }),
    minutes: Type.Integer({ minimum: 1, maximum: 1440, default: 15 }),
  }),
)

const Switches = Type.Record(Type.String(), Type.Record(Type.String(), Type.Boolean()))

export const Preferences = named(
  'NotificationPreferences',
  Type.Object({
    categories: Switches,
    quiet_hours: Nullable(QuietHours),
    digest: Nullable(Digest),
    timezone: Type.String({ description: 'The time zone of the quiet hours.' }),
    timezone_is_own: Type.Boolean({ description: 'False: it is the time zone of the workspace.' }),
  }),
)

export type Preferences = Static<typeof Preferences>

export const UpdatePreferencesBody = Type.Object({
  categories: Type.Optional(Switches),
  quiet_hours: Type.Optional(Nullable(QuietHours)),
  digest: Type.Optional(Nullable(Digest)),
  timezone: Type.Optional(
    Nullable(
      Type.String({ ...TimeZone, description: 'Null: use the time zone of the workspace.' }),
    ),
  ),
})

export type UpdatePreferencesBody = Static<typeof UpdatePreferencesBody>
