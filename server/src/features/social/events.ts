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
  'social_draft.created': event('space', 'A draft was created.', SocialPost),
  'social_draft.updated': event('space', 'A draft was changed.', SocialPost),
  'social_draft.deleted': event('space', 'A draft was deleted.', SocialPost),
  'social_post.created': event('space', 'A post was created.', SocialPost),
  'social_post.updated': event('space', 'A post was changed.', SocialPost),
  'social_post.deleted': event('space', 'A post was deleted.', SocialPost),
  'social_post.scheduled': event('space', 'A post was scheduled.', SocialPost),
  'social_post.published': event(
    'space',
    'A post was published.',
    Type.Object({ ...SocialPost.properties, url: Nullable(text) }),
  ),
  'social_post.failed': event(
    'space',
    'A post could not be published.',
    Type.Object({ ...SocialPost.properties, error: Nullable(text) }),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof socialEvents> {}
}
