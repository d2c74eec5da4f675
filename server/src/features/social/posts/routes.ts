import type { Static } from 'typebox'
import { resource } from '../../../http/resource.ts'
import { exampleDraft, scheduledPost, wholeDraft, wholePost } from '../examples.ts'
import { retryPost } from '../publishing/retry-post.ts'
import { updateDraft, updatePost } from './change-post.ts'
import { createPosts } from './create-posts.ts'
import { deleteDrafts, deletePosts } from './delete-posts.ts'
import { entryRoutes } from './entry-routes.ts'
import { listRoutes } from './list-routes.ts'
import { getDraft, getPost } from './read-posts.ts'
import { cancelPost, scheduleDraft } from './schedule-draft.ts'
import {
  CreateBody,
  Created,
  DeleteDraftBody,
  Deleted,
  DeletePostBody,
  PostParams,
  ScheduleBody,
  UpdateDraftBody,
  UpdatePostBody,
  WholeDraft,
  WholePost,
} from './schemas.ts'

/** Existing clients name one post. */
function readPostIds({ post_ids, post_schedule_id }: Static<typeof DeletePostBody>) {
  return post_schedule_id === undefined ? post_ids : [...(post_ids ?? []), post_schedule_id]
}

/** Routes to write, find, change, schedule and cancel drafts and posts. */
export function socialRoutes() {
  return [...listRoutes(), ...writing(), ...drafts(), ...posts(), ...entryRoutes()]
}

const socialPosts = resource({
  tag: 'Social media',
  path: '/api/v1/service/social-media',
  read: 'social:read',
  write: 'social:write',
  params: PostParams,
  notFound: 'social_post_not_found',
  record: WholePost,
  etag: true,
  example: { params: { id: 41 }, record: scheduledPost },
})

function writing() {
  return [
    socialPosts.create('/create', {
      id: 'createPosts',
      summary: 'Create a draft or post for one or more accounts',
      description:
        'Creates one per account, all in one group. `schedule` needs a `date`, a local time in `tz`: a time that clocks skip is a 400; if they show it twice, the first counts. `add_to_queue` takes the next free slot of each account, or 09:00, 12:00 or 17:00 if it has none; `publish` posts now. Each post is sent at most once, even after a crash.',
      body: CreateBody,
      reply: Created,
      problems: ['social_account_not_found', 'social_account_inactive', 'no_queue_slots'],
      example: {
        body: {
          message: exampleDraft.message,
          account_ids: [7],
          action: 'schedule',
          date: '2037-11-20 09:30',
          tz: 'Europe/Berlin',
          tags: ['Autumn launch'],
          comments: ['Where did you see it?'],
          additional: { mastodon: { visibility: 'public' } },
        },
        reply: { group_id: scheduledPost.group_id, ids: ['41'], posts: [scheduledPost] },
      },
      handle: (deps, { actor, body }) => createPosts(deps, actor, body),
    }),
  ]
}

function drafts() {
  return [
    socialPosts.get('/drafts/{id}', {
      id: 'getDraft',
      summary: 'Read a draft',
      reply: WholeDraft,
      etag: true,
      notFound: 'social_draft_not_found',
      example: { reply: wholeDraft },
      handle: (deps, { actor, params }) => getDraft(deps, actor, params.id),
    }),
    socialPosts.put('/update-draft', {
      id: 'updateDraft',
      summary: 'Change a draft',
      description: 'Omitted fields stay unchanged.',
      body: UpdateDraftBody,
      reply: WholeDraft,
      etag: true,
      problems: ['social_draft_not_found', 'social_account_not_found', 'precondition_failed'],
      example: {
        body: { draft_id: 41, date: '2037-11-20', time: '09:30', timezone: 'Europe/Berlin' },
        reply: wholeDraft,
      },
      handle: (deps, { actor, body: { draft_id, ...changes }, ifMatch }) =>
        updateDraft(deps, actor, Number(draft_id), changes, ifMatch),
    }),
    socialPosts.post('/delete-draft', {
      id: 'deleteDrafts',
      summary: 'Delete drafts',
      description: 'By their ids, or all drafts of a group; 404 if there are none.',
      body: DeleteDraftBody,
      reply: Deleted,
      problems: ['social_draft_not_found'],
      example: { body: { draft_ids: [41] }, reply: { deleted: [41], count: 1 } },
      handle: (deps, { actor, body }) =>
        deleteDrafts(deps, actor, { groupId: body.group_id, ids: body.draft_ids }),
    }),
    socialPosts.post('/drafts/{id}/schedule', {
      id: 'scheduleDraft',
      summary: 'Turn a draft into a post',
      description: 'It keeps its id. Without a `date`, the date of the draft counts.',
      body: ScheduleBody,
      notFound: 'social_draft_not_found',
      problems: ['social_account_inactive', 'no_queue_slots'],
      example: {
        body: { action: 'schedule', date: '2037-11-20 09:30', tz: 'Europe/Berlin' },
      },
      handle: (deps, { actor, params, body }) => scheduleDraft(deps, actor, params.id, body),
    }),
  ]
}

function posts() {
  return [
    socialPosts.get('/posts/{id}', {
      id: 'getPost',
      summary: 'Read a post',
      example: { reply: wholePost },
      handle: (deps, { actor, params }) => getPost(deps, actor, params.id),
    }),
    socialPosts.put('/update-post', {
      id: 'updatePost',
      summary: 'Change an unpublished post',
      description: 'A new date for a failed post retries it then.',
      body: UpdatePostBody,
      problems: [
        ...(['social_post_not_found', 'social_post_publishing', 'social_post_published'] as const),
        ...(['social_account_inactive', 'precondition_failed'] as const),
      ],
      example: { body: { post_id: 41, message: exampleDraft.message } },
      handle: (deps, { actor, body: { post_id, ...changes }, ifMatch }) =>
        updatePost(deps, actor, Number(post_id), changes, ifMatch),
    }),
    socialPosts.post('/delete-post', {
      id: 'deletePosts',
      summary: 'Delete posts',
      description:
        'By their ids, or all posts of a group. Scheduled posts are not published; published posts stay on the network.',
      body: DeletePostBody,
      reply: Deleted,
      problems: ['social_post_not_found', 'social_post_publishing'],
      example: { body: { post_ids: [41] }, reply: { deleted: [41], count: 1 } },
      handle: (deps, { actor, body }) =>
        deletePosts(deps, actor, { groupId: body.group_id, ids: readPostIds(body) }),
    }),
    socialPosts.post('/posts/{id}/cancel', {
      id: 'cancelPost',
      summary: 'Turn an unpublished post back into a draft',
      reply: WholeDraft,
      etag: true,
      problems: ['social_post_publishing', 'social_post_published'],
      example: { reply: wholeDraft },
      handle: (deps, { actor, params }) => cancelPost(deps, actor, params.id),
    }),
    socialPosts.post('/posts/{id}/retry', {
      id: 'retryPost',
      summary: 'Retry a failed post',
      description:
        'Parts that were already published are not sent again. If `outcome_unknown` is true, check the account first: a retry confirms that the post is not there.',
      problems: ['social_post_not_failed', 'social_account_inactive'],
      handle: (deps, { actor, params }) => retryPost(deps, actor, params.id),
    }),
  ]
}
