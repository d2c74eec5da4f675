import { Type } from 'typebox'
import { resource } from '../../../http/resource.ts'
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

/** The accounts that posts go to, their queue slots, and tags. */
export function socialAccountRoutes() {
  return [...accounts(), ...slots(), ...tags()]
}

const socialAccounts = resource({
  tag: 'Social media',
  path: '/api/v1/service/social-media',
  read: 'social:read',
  write: 'social-accounts:write',
  params: IntegerIdParams,
  notFound: 'social_account_not_found',
  record: Account,
  etag: true,
  example: { params: { id: 7 }, record: exampleAccount },
})

function accounts() {
  return [
    socialAccounts.get('/get-accounts', {
      id: 'getSocialAccounts',
      summary: 'List the accounts that you can post to',
      query: AccountChoicesQuery,
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
    socialAccounts.listAll('/accounts', {
      id: 'listSocialAccounts',
      summary: 'List the connected accounts with all details',
      query: AccountChoicesQuery,
      list: (deps, { actor, query }) => listAccounts(deps, actor, query.network),
    }),
    socialAccounts.create('/accounts', {
      id: 'connectSocialAccount',
      callsOutside: true,
      summary: 'Connect an account',
      description:
        'Mastodon needs `base_url` and `access_token`, Bluesky `service_url`, `handle` and `app_password`, a webhook `url` and `secret`. Mastodon and Bluesky credentials are verified right away. Credentials are stored and never shown again.\n\nA webhook receives each post as a signed request (Standard Webhooks) of the type `social_post.publish`, and each comment as `social_post.reply`. A retry has the same id and sets `repeated`. The receiver may respond with the `id` and `url` of the post that it created.',
      body: ConnectBody,
      problems: ['social_account_refused', 'social_network_unavailable'],
      example: {
        body: {
          network: 'webhook',
          name: 'News page',
          url: 'https://news.example.com/hooks/posts',
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        },
      },
      handle: (deps, { actor, body }) => connectAccount(deps, actor, body),
    }),
    socialAccounts.get('/accounts/{id}', {
      id: 'getSocialAccount',
      summary: 'Read an account',
      handle: (deps, { actor, params }) => getAccount(deps, actor, params.id),
    }),
    socialAccounts.patch('/accounts/{id}', {
      id: 'updateSocialAccount',
      callsOutside: true,
      summary: 'Change an account',
      description:
        'While `is_active` is false, its posts fail when they are due. To change the URL, send the credentials again.',
      body: UpdateAccountBody,
      problems: ['precondition_failed', 'social_account_refused', 'social_network_unavailable'],
      example: { body: { is_active: false } },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateAccount(deps, actor, params.id, body, ifMatch),
    }),
    socialAccounts.delete('/accounts/{id}', {
      id: 'disconnectSocialAccount',
      summary: 'Disconnect an account',
      description:
        'Deletes the credentials. Its drafts and posts can still be read; scheduled posts fail when they are due.',
      problems: ['precondition_failed'],
      handle: (deps, { actor, params, ifMatch }) =>
        disconnectAccount(deps, actor, params.id, ifMatch),
    }),
    socialAccounts.post('/accounts/{id}/verify', {
      id: 'verifySocialAccount',
      callsOutside: true,
      summary: 'Verify an account with its network',
      description: 'A webhook receives a signed request of the type `social_account.verify`.',
      problems: ['social_account_refused', 'social_network_unavailable'],
      handle: (deps, { actor, params }) => verifyAccount(deps, actor, params.id),
    }),
  ]
}

const queueSlots = resource({
  tag: 'Social media',
  path: '/api/v1/service/social-media/queue-slots',
  read: 'social:read',
  write: 'social:write',
  params: IntegerIdParams,
  notFound: 'queue_slot_not_found',
  record: QueueSlot,
  example: { params: { id: 7 }, record: exampleSlot },
})

function slots() {
  return [
    queueSlots.listAll('', {
      id: 'listQueueSlots',
      summary: 'List the slots of queues',
      query: QueueSlotsQuery,
      example: { query: { account_id: 7 } },
      list: (deps, { actor, query }) => listQueueSlots(deps, actor, query.account_id),
    }),
    queueSlots.create('', {
      id: 'addQueueSlot',
      summary: 'Add a weekly slot to the queue of an account',
      description: 'A post that is added to the queue takes the next free slot.',
      body: AddSlotBody,
      problems: ['social_account_not_found', 'queue_slot_taken'],
      example: {
        body: { account_id: 7, weekday: 'tue', time: '09:30', timezone: 'Europe/Berlin' },
      },
      handle: (deps, { actor, body }) => addQueueSlot(deps, actor, body),
    }),
    queueSlots.delete('/{id}', {
      id: 'removeQueueSlot',
      summary: 'Remove a slot from a queue',
      description: 'Posts already in the slot are published as planned.',
      handle: (deps, { actor, params }) => removeQueueSlot(deps, actor, params.id),
    }),
  ]
}

const socialTags = resource({
  tag: 'Social media',
  path: '/api/v1/service/social-media/tags',
  read: 'social:read',
  write: 'social:write',
  record: Tag,
  example: { record: exampleTag },
})

function tags() {
  return [
    socialTags.listAll('', {
      id: 'listSocialTags',
      summary: 'List the tags of drafts and posts',
      list: (deps, { actor }) => listTags(deps, actor),
    }),
    socialTags.create('', {
      id: 'createSocialTag',
      summary: 'Create a tag',
      description:
        'If the tag exists, ignoring case, it is returned. New tags of a draft are created with the draft.',
      body: Type.Object({ name: TagName }),
      example: { body: { name: 'Autumn launch' } },
      handle: (deps, { actor, body }) => createTag(deps, actor, body.name),
    }),
  ]
}
