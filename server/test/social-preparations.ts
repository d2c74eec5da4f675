import type { Sql } from '../src/platform/postgres/sql.ts'
import type { Call, CreateExample, Preparations, Replacements } from './example-preparations.ts'

const social = '/api/v1/service/social-media'

interface Tools {
  call: Call
  createExample: CreateExample
  account(): Promise<{ id: number }>
  sql: Sql
}

/** What the examples of drafts, posts and accounts of networks refer to. */
export function socialPreparations({ call, createExample, account, sql }: Tools): Preparations {
  async function draft(more: object = {}): Promise<number> {
    const { id } = await account()
    const made = await createExample('createPosts', {
      account_ids: [id],
      action: 'draft',
      additional: {},
      ...more,
    })
    return made.posts[0].id
  }

  const scheduled = () => draft({ action: 'schedule', date: '2040-01-01 10:00' })

  async function failedPost(): Promise<Replacements> {
    const id = await scheduled()
    await sql`update social_posts set status = 'failed' where id = ${id}`
    return { params: { id } }
  }

  return {
    createPosts: async () => ({ body: { account_ids: [(await account()).id], additional: {} } }),
    [`${social}/drafts/{id}`]: async () => ({ params: { id: await draft() } }),
    updateDraft: async () => ({ body: { draft_id: await draft() } }),
    deleteDrafts: async () => ({ body: { draft_ids: [await draft()] } }),
    [`${social}/posts/{id}`]: async () => ({ params: { id: await scheduled() } }),
    [`${social}/entries/{id}`]: async () => ({ params: { id: await scheduled() } }),
    updateSocialGroup: async () => ({
      body: { group_id: (await call('GET', `${social}/entries/${await draft()}`)).group_id },
    }),
    updatePost: async () => ({ body: { post_id: await scheduled() } }),
    deletePosts: async () => ({ body: { post_ids: [await scheduled()] } }),
    retryPost: failedPost,
    [`${social}/accounts/{id}`]: async () => ({ params: { id: (await account()).id } }),
    addQueueSlot: async () => ({ body: { account_id: (await account()).id } }),
    removeQueueSlot: async () => {
      const slot = await createExample('addQueueSlot', { account_id: (await account()).id })
      return { params: { id: slot.id } }
    },
  }
}
