import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { listOf } from '../../../http/pagination.ts'
import { IntegerIdParams } from '../../../http/schemas.ts'
import { exampleAccount, exampleSlot, exampleTag } from '../examples.ts'
import { createTag, listTags } from '../posts/tags.ts'
import { addQueueSlot, listQueueSlots, removeQueueSlot } from '../publishing/queue-slots.ts'
import {
  Account,
  AccountChoices,
  AccountChoicesQuery,
  AddSlotBody,
  ConnectBody,
  QueueSlot,
  QueueSlotsQuery,
  Tag,
  TagName,
  UpdateAccountBody,
} from './account-schemas.ts'
import { disconnectAccount, updateAccount, verifyAccount } from './change-account.ts'
import { connectAccount } from './connect-account.ts'
import { chooseAccounts, getAccount, listAccounts } from './read-accounts.ts'

const tag = 'Social media'
const base = '/api/v1/service/social-media'
const params = { id: 7 }

/** The accounts that posts go to, their queue slots, and tags. */
export function socialAccountRoutes() {
  return [...accounts(), ...slots(), ...tags()]
}

function accounts() {
  return [
    operation({
      id: 'getSocialAccounts',
      method: 'GET',
      path: `${base}/get-accounts`,
      tag,
      summary: 'List the accounts that you can post to',
      permission: 'social:read',
      query: AccountChoicesQuery,
      status: 200,
      reply: AccountChoices,
      example: {
        query: { network: 'mastodon' },
        reply: {
          accounts: [
            {
              id: 7,
              name: exampleAccount.name,
              type: 'profile',
              network: 'mastodon',
              is_active: true,
            },
          ],
          total: 1,
        },
      },
      handle: (deps, { actor, query }) => chooseAccounts(deps, actor, query.network),
    }),
    operation({
      id: 'listSocialAccounts',
      method: 'GET',
      path: `${base}/accounts`,
      tag,
      summary: 'List the connected accounts with all details',
      permission: 'social:read',
      query: AccountChoicesQuery,
      status: 200,
      reply: listOf(Account),
      example: { reply: { count: 1, results: [exampleAccount] } },
      handle: async (deps, { actor, query }) => {
        const results = await listAccounts(deps, actor, query.network)
        return { count: results.length, results }
      },
    }),
    operation({
      id: 'connectSocialAccount',
      callsOutside: true,
      method: 'POST',
      path: `${base}/accounts`,
      tag,
      summary: 'Connect an account',
      description:
        'Mastodon needs `base_url` and `access_token`, Bluesky `service_url`, `handle` and `app_password`, a webhook `url` and `secret`. Mastodon and Bluesky credentials are verified right away. Credentials are stored and never shown again.\n\nA webhook receives each post as a signed request (Standard Webhooks) of the type `social_post.publish`, and each comment as `social_post.reply`. A retry has the same id and sets `repeated`. The receiver may respond with the `id` and `url` of the post that it created.',
      permission: 'social-accounts:write',
      body: ConnectBody,
      status: 201,
      reply: Account,
      etag: true,
      problems: ['social_account_refused', 'social_network_unavailable'],
      example: {
        body: {
          network: 'webhook',
          name: 'News page',
          url: 'https://news.example.com/hooks/posts',
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        },
        reply: exampleAccount,
      },
      handle: (deps, { actor, body }) => connectAccount(deps, actor, body),
    }),
    operation({
      id: 'getSocialAccount',
      method: 'GET',
      path: `${base}/accounts/{id}`,
      tag,
      summary: 'Read an account',
      permission: 'social:read',
      params: IntegerIdParams,
      status: 200,
      reply: Account,
      etag: true,
      notFound: 'social_account_not_found',
      example: { params, reply: exampleAccount },
      handle: (deps, { actor, params }) => getAccount(deps, actor, params.id),
    }),
    operation({
      id: 'updateSocialAccount',
      callsOutside: true,
      method: 'PATCH',
      path: `${base}/accounts/{id}`,
      tag,
      summary: 'Change an account',
      description:
        'While `is_active` is false, its posts fail when they are due. To change the URL, send the credentials again.',
      permission: 'social-accounts:write',
      params: IntegerIdParams,
      body: UpdateAccountBody,
      status: 200,
      reply: Account,
      etag: true,
      notFound: 'social_account_not_found',
      problems: ['precondition_failed', 'social_account_refused', 'social_network_unavailable'],
      example: { params, body: { is_active: false }, reply: exampleAccount },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateAccount(deps, actor, params.id, body, ifMatch),
    }),
    operation({
      id: 'disconnectSocialAccount',
      method: 'DELETE',
      path: `${base}/accounts/{id}`,
      tag,
      summary: 'Disconnect an account',
      description:
        'Deletes the credentials. Its drafts and posts can still be read; scheduled posts fail when they are due.',
      permission: 'social-accounts:write',
      params: IntegerIdParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'social_account_not_found',
      problems: ['precondition_failed'],
      example: { params },
      handle: (deps, { actor, params, ifMatch }) =>
        disconnectAccount(deps, actor, params.id, ifMatch),
    }),
    operation({
      id: 'verifySocialAccount',
      callsOutside: true,
      method: 'POST',
      path: `${base}/accounts/{id}/verify`,
      tag,
      summary: 'Verify an account with its network',
      description: 'A webhook receives a signed request of the type `social_account.verify`.',
      permission: 'social-accounts:write',
      params: IntegerIdParams,
      status: 200,
      reply: Account,
      etag: true,
      notFound: 'social_account_not_found',
      problems: ['social_account_refused', 'social_network_unavailable'],
      example: { params, reply: exampleAccount },
      handle: (deps, { actor, params }) => verifyAccount(deps, actor, params.id),
    }),
  ]
}

function slots() {
  return [
    operation({
      id: 'listQueueSlots',
      method: 'GET',
      path: `${base}/queue-slots`,
      tag,
      summary: 'List the slots of queues',
      permission: 'social:read',
      query: QueueSlotsQuery,
      status: 200,
      reply: listOf(QueueSlot),
      example: { query: { account_id: 7 }, reply: { count: 1, results: [exampleSlot] } },
      handle: async (deps, { actor, query }) => {
        const results = await listQueueSlots(deps, actor, query.account_id)
        return { count: results.length, results }
      },
    }),
    operation({
      id: 'addQueueSlot',
      method: 'POST',
      path: `${base}/queue-slots`,
      tag,
      summary: 'Add a weekly slot to the queue of an account',
      description: 'A post that is added to the queue takes the next free slot.',
      permission: 'social:write',
      body: AddSlotBody,
      status: 201,
      reply: QueueSlot,
      problems: ['social_account_not_found', 'queue_slot_taken'],
      example: {
        body: { account_id: 7, weekday: 'tue', time: '09:30', timezone: 'Europe/Berlin' },
        reply: exampleSlot,
      },
      handle: (deps, { actor, body }) => addQueueSlot(deps, actor, body),
    }),
    operation({
      id: 'removeQueueSlot',
      method: 'DELETE',
      path: `${base}/queue-slots/{id}`,
      tag,
      summary: 'Remove a slot from a queue',
      description: 'Posts already in the slot are published as planned.',
      permission: 'social:write',
      params: IntegerIdParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'queue_slot_not_found',
      example: { params },
      handle: (deps, { actor, params }) => removeQueueSlot(deps, actor, params.id),
    }),
  ]
}

function tags() {
  return [
    operation({
      id: 'listSocialTags',
      method: 'GET',
      path: `${base}/tags`,
      tag,
      summary: 'List the tags of drafts and posts',
      permission: 'social:read',
      status: 200,
      reply: listOf(Tag),
      example: { reply: { count: 1, results: [exampleTag] } },
      handle: async (deps, { actor }) => {
        const results = await listTags(deps, actor)
        return { count: results.length, results }
      },
    }),
    operation({
      id: 'createSocialTag',
      method: 'POST',
      path: `${base}/tags`,
      tag,
      summary: 'Create a tag',
      description:
        'If the tag exists, ignoring case, it is returned. New tags of a draft are created with the draft.',
      permission: 'social:write',
      body: Type.Object({ name: TagName }),
      status: 201,
      reply: Tag,
      example: { body: { name: 'Autumn launch' }, reply: exampleTag },
      handle: (deps, { actor, body }) => createTag(deps, actor, body.name),
    }),
  ]
}
