import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { listOf } from '../../http/pagination.ts'
import { UuidParams } from '../../http/schemas.ts'
import { getPushKey, listSubscriptions } from './read-subscriptions.ts'
import { PushKey, Sent, SubscribeBody, Subscription } from './schemas.ts'
import { sendTestPush } from './send-test-push.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

const tag = 'Push'
const base = '/api/v1/push/subscriptions'
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

export function pushRoutes() {
  return [
    operation({
      id: 'getPushKey',
      method: 'GET',
      path: '/api/v1/push/key',
      tag,
      summary: 'Read the public key for push subscriptions',
      permission: 'notifications:read',
      status: 200,
      reply: PushKey,
      example: { reply: { public_key: examplePoint } },
      handle: (deps, { actor }) => getPushKey(deps, actor),
    }),
    operation({
      id: 'listPushSubscriptions',
      method: 'GET',
      path: base,
      tag,
      summary: 'List your browsers that get push notifications',
      permission: 'notifications:read',
      status: 200,
      reply: listOf(Subscription),
      example: { reply: { count: 1, results: [exampleSubscription] } },
      handle: async (deps, { actor }) => {
        const results = await listSubscriptions(deps, actor)
        return { count: results.length, results }
      },
    }),
    operation({
      id: 'createPushSubscription',
      method: 'POST',
      path: base,
      tag,
      summary: 'Turn on push in a browser',
      description:
        'Takes the result of the browser’s `PushSubscription.toJSON()`. A browser that subscribes again keeps its entry. At most 20 browsers per person.',
      permission: 'notifications:write',
      body: SubscribeBody,
      status: 201,
      reply: Subscription,
      problems: ['too_many_push_subscriptions'],
      example: {
        body: {
          endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn',
          keys: { p256dh: examplePoint, auth: 'uUJmNBuoOCAOy-K4-lyDRA' },
          label: 'Firefox on Linux',
        },
        reply: exampleSubscription,
      },
      handle: (deps, { actor, body }) => subscribe(deps, actor, body),
    }),
    operation({
      id: 'deletePushSubscription',
      method: 'DELETE',
      path: `${base}/{id}`,
      tag,
      summary: 'Turn off push in a browser',
      permission: 'notifications:write',
      params: UuidParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'push_subscription_not_found',
      example: { params },
      handle: (deps, { actor, params }) => unsubscribe(deps, actor, params.id),
    }),
    operation({
      id: 'testPushSubscription',
      callsOutside: true,
      method: 'POST',
      path: `${base}/{id}/test`,
      tag,
      summary: 'Show a test notification in a browser',
      description: 'If the browser has withdrawn its subscription, it is removed from the list.',
      permission: 'notifications:write',
      params: UuidParams,
      status: 200,
      reply: Sent,
      notFound: 'push_subscription_not_found',
      problems: ['push_failed'],
      example: { params, reply: { status: 'sent' } },
      handle: (deps, { actor, params }) => sendTestPush(deps, actor, params.id),
    }),
  ]
}
