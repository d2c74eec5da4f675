import { resource } from '../../http/resource.ts'
import { UuidParams } from '../../http/schemas.ts'
import { getPushKey, listSubscriptions } from './read-subscriptions.ts'
import { PushKey, Sent, SubscribeBody, Subscription } from './schemas.ts'
import { sendTestPush } from './send-test-push.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

const params = { id: '7c1d3f2a-0b6e-4f5a-9e64-8a775d0f2c9b' }
const examplePoint =
  'BEzrpbcDbVXD8IMFfrozkz4DWjtTnTTsjL9_CntB7_DGs1oHduUU0Z5jqU_Gcu46iIrcJYbp8RJGyINHmVlVwrU'

const exampleSubscription = {
  ...params,
  label: 'Firefox on Linux',
  service: 'updates.push.services.mozilla.com',
  created_at: '2026-11-15T09:30:00.000Z',
  last_used_at: null,
}

const pushSubscriptions = resource({
  tag: 'Push',
  path: '/api/v1/push',
  read: 'notifications:read',
  write: 'notifications:write',
  params: UuidParams,
  notFound: 'push_subscription_not_found',
  record: Subscription,
  example: { params: { id: '7c1d3f2a-0b6e-4f5a-9e64-8a775d0f2c9b' }, record: exampleSubscription },
})

export function pushRoutes() {
  return [
    pushSubscriptions.get('/key', {
      id: 'getPushKey',
      summary: 'Read the public key for push subscriptions',
      reply: PushKey,
      example: { reply: { public_key: examplePoint } },
      handle: (deps, { actor }) => getPushKey(deps, actor),
    }),
    pushSubscriptions.listAll('/subscriptions', {
      id: 'listPushSubscriptions',
      summary: 'List your browsers that get push notifications',
      list: (deps, { actor }) => listSubscriptions(deps, actor),
    }),
    pushSubscriptions.create('/subscriptions', {
      id: 'createPushSubscription',
      summary: 'Turn on push in a browser',
      description:
        'Takes the result of the browser’s `PushSubscription.toJSON()`. A browser that subscribes again keeps its entry. At most 20 browsers per person.',
      body: SubscribeBody,
      problems: ['too_many_push_subscriptions'],
      example: {
        body: {
          endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn',
          keys: { p256dh: examplePoint, auth: 'uUJmNBuoOCAOy-K4-lyDRA' },
          label: 'Firefox on Linux',
        },
      },
      handle: (deps, { actor, body }) => subscribe(deps, actor, body),
    }),
    pushSubscriptions.delete('/subscriptions/{id}', {
      id: 'deletePushSubscription',
      summary: 'Turn off push in a browser',
      handle: (deps, { actor, params }) => unsubscribe(deps, actor, params.id),
    }),
    pushSubscriptions.post('/subscriptions/{id}/test', {
      id: 'testPushSubscription',
      callsOutside: true,
      summary: 'Show a test notification in a browser',
      description: 'If the browser has withdrawn its subscription, it is removed from the list.',
      reply: Sent,
      problems: ['push_failed'],
      example: { reply: { status: 'sent' } },
      handle: (deps, { actor, params }) => sendTestPush(deps, actor, params.id),
    }),
  ]
}
