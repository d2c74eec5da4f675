import { Type } from 'typebox'
import { Nullable, named, Time } from '../../http/schemas.ts'
import { event, text, uuid } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const SocialAccount = named(
  'SocialAccountEventData',
  Type.Object({
    network: text,
    name: text,
    handle: Nullable(text),
    is_active: Type.Boolean(),
  }),
)

const SocialPost = named(
  'SocialPostEventData',
  Type.Object({
    group_id: uuid,
    account: Type.Object({ id: Type.Integer(), network: text, name: text }),
    status: text,
    date: Nullable(Time),
  }),
)

export const socialEvents = {
  'social_account.connected': event('workspace', 'A social account was connected.', SocialAccount),
  'social_account.updated': event('workspace', 'A social account was changed.', SocialAccount),
  'social_account.disconnected': event(
    'workspace',
    'A social account was disconnected.',
    SocialAccount,
  ),
  'social_draft.created': event('workspace', 'A draft was created.', SocialPost),
  'social_draft.updated': event('workspace', 'A draft was changed.', SocialPost),
  'social_draft.deleted': event('workspace', 'A draft was deleted.', SocialPost),
  'social_post.created': event('workspace', 'A post was created.', SocialPost),
  'social_post.updated': event('workspace', 'A post was changed.', SocialPost),
  'social_post.deleted': event('workspace', 'A post was deleted.', SocialPost),
  'social_post.scheduled': event('workspace', 'A post was scheduled.', SocialPost),
  'social_post.published': event(
    'workspace',
    'A post was published.',
    Type.Object({ ...SocialPost.properties, url: Nullable(text) }),
  ),
  'social_post.failed': event(
    'workspace',
    'A post could not be published.',
    Type.Object({ ...SocialPost.properties, error: Nullable(text) }),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof socialEvents> {}
}
