import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { UuidParams } from '../../http/schemas.ts'
import type { Service } from '../feature.ts'
import { listDeliveries, resendDelivery } from './deliver/read-deliveries.ts'
import { Delivery, DeliveryListQuery, Receipts } from './deliver/schemas.ts'
import {
  exampleDelivery,
  exampleNotification,
  exampleNotify,
  examplePreferences,
  exampleReply,
} from './examples.ts'
import { markNotification, markNotifications } from './mark-notifications.ts'
import { getPreferences, updatePreferences } from './preferences.ts'
import {
  countNotifications,
  getNotification,
  getReceipts,
  listNotifications,
} from './read-notifications.ts'
import {
  MarkBody,
  MarkManyBody,
  MarkManyReply,
  Notification,
  NotificationCount,
  NotificationListQuery,
  Preferences,
  UpdatePreferencesBody,
} from './schemas.ts'
import { notify } from './send/notify.ts'
import { previewNotification } from './send/preview-notification.ts'
import { buildNotifyBody, NotifyQuery, NotifyReply } from './send/schemas.ts'

const tag = 'Notifications'
const base = '/api/v1/notifications'
const exampleId = exampleNotification.id

export function notificationRoutes(service: Service) {
  return [
    operation({
      id: 'sendAgentNotification',
      method: 'POST',
      path: '/api/v1/service/agent/notify',
      tag,
      summary: 'Notify a person',
      description:
        'The category decides the channels: `agentTaskCompleted`, `agentNeedsInput` and `agentNudge` go in-app, by websocket and by email; `agentError` goes in-app, by websocket and to the team’s channel agent-alerts; `agentProgress` by websocket only. The person’s preferences and quiet hours may delay or skip some. With `dry_run=true` the server sends nothing and returns what it would send. If `message` or `body` repeats the title, the server removes the repetition and lists the field in `adjusted`.',
      permission: 'notifications:send',
      workspaceField: 'workspaceId',
      query: NotifyQuery,
      body: buildNotifyBody(service.questionSupport.body),
      status: 200,
      reply: NotifyReply,
      problems: ['workspace_forbidden', 'thread_forbidden'],
      example: { body: exampleNotify, reply: exampleReply },
      handle: (deps, { actor, query, body }) =>
        query.dry_run
          ? previewNotification(deps, service, actor, body)
          : notify(deps, service, actor, body),
    }),
    listOperation({
      id: 'listNotifications',
      path: base,
      tag,
      summary: 'List your notifications, newest first',
      description: 'Without filters, the list omits archived and snoozed notifications.',
      permission: 'notifications:read',
      query: NotificationListQuery,
      entry: Notification,
      example: { entry: exampleNotification },
      list: (deps, { actor, query }) => listNotifications(deps, actor, query),
    }),
    operation({
      id: 'countNotifications',
      method: 'GET',
      path: `${base}/count`,
      tag,
      summary: 'Count your unread notifications',
      permission: 'notifications:read',
      status: 200,
      reply: NotificationCount,
      example: { reply: { unread: 3, unseen: 1, by_category: { agentNudge: 3 } } },
      handle: (deps, { actor }) => countNotifications(deps, actor),
    }),
    operation({
      id: 'getNotificationPreferences',
      method: 'GET',
      path: `${base}/preferences`,
      tag,
      summary: 'Read your notification preferences',
      permission: 'notifications:read',
      status: 200,
      reply: Preferences,
      example: { reply: examplePreferences },
      handle: (deps, { actor }) => getPreferences(deps, actor),
    }),
    operation({
      id: 'updateNotificationPreferences',
      method: 'PATCH',
      path: `${base}/preferences`,
      tag,
      summary: 'Change your notification preferences',
      description:
        'Switches the channels of a category on and off, sets quiet hours (emails and pushes wait until they end, except errors and questions), and combines many nudges or progress reports into digests.',
      permission: 'notifications:write',
      body: UpdatePreferencesBody,
      status: 200,
      reply: Preferences,
      example: {
        body: {
          categories: { agentNudge: { email: false } },
          quiet_hours: { start: '22:00', end: '07:00' },
        },
        reply: examplePreferences,
      },
      handle: (deps, { actor, body }) => updatePreferences(deps, actor, body),
    }),
    operation({
      id: 'markNotifications',
      method: 'POST',
      path: `${base}/mark`,
      tag,
      summary: 'Mark many of your notifications at once',
      permission: 'notifications:write',
      body: MarkManyBody,
      status: 200,
      reply: MarkManyReply,
      example: {
        body: { action: 'read', before: '2026-11-15T09:30:00.000Z' },
        reply: { changed: 12 },
      },
      handle: (deps, { actor, body }) => markNotifications(deps, actor, body),
    }),
    listOperation({
      id: 'listDeliveries',
      path: `${base}/deliveries`,
      tag,
      summary: 'Read the delivery log of the workspace',
      description:
        'Every delivery with its channel and number of attempts. `status=failed` lists the dead letters.',
      permission: 'deliveries:read',
      query: DeliveryListQuery,
      entry: Delivery,
      example: { entry: exampleDelivery },
      list: (deps, { actor, query }) => listDeliveries(deps, actor, query),
    }),
    operation({
      id: 'resendDelivery',
      method: 'POST',
      path: `${base}/deliveries/{id}/resend`,
      tag,
      summary: 'Resend a failed or captured delivery',
      permission: 'deliveries:write',
      params: UuidParams,
      status: 200,
      reply: Delivery,
      notFound: 'delivery_not_found',
      problems: ['delivery_not_failed'],
      example: {
        params: { id: exampleDelivery.id },
        reply: { ...exampleDelivery, status: 'queued', attempts: 0 },
      },
      handle: (deps, { actor, params }) => resendDelivery(deps, actor, params.id),
    }),
    operation({
      id: 'getNotification',
      method: 'GET',
      path: `${base}/{id}`,
      tag,
      summary: 'Read one of your notifications',
      permission: 'notifications:read',
      params: UuidParams,
      status: 200,
      reply: Notification,
      etag: true,
      notFound: 'notification_not_found',
      example: { params: { id: exampleId }, reply: exampleNotification },
      handle: (deps, { actor, params }) => getNotification(deps, actor, params.id),
    }),
    operation({
      id: 'markNotification',
      method: 'POST',
      path: `${base}/{id}/mark`,
      tag,
      summary: 'Mark one of your notifications: seen, read, unread, archived or snoozed',
      permission: 'notifications:write',
      params: UuidParams,
      body: MarkBody,
      status: 200,
      reply: Notification,
      notFound: 'notification_not_found',
      example: {
        params: { id: exampleId },
        body: { action: 'read' },
        reply: { ...exampleNotification, read_at: '2026-11-15T09:31:00.000Z' },
      },
      handle: (deps, { actor, params, body }) => markNotification(deps, actor, params.id, body),
    }),
    operation({
      id: 'getReceipts',
      method: 'GET',
      path: `${base}/{id}/receipts`,
      tag,
      summary: 'Read the delivery status of a notification on each channel',
      description: 'For its recipient, its sender and administrators.',
      permission: 'any credential',
      params: UuidParams,
      status: 200,
      reply: Receipts,
      notFound: 'notification_not_found',
      example: { params: { id: exampleId }, reply: { receipts: [exampleDelivery] } },
      handle: (deps, { actor, params }) => getReceipts(deps, actor, params.id),
    }),
  ]
}
