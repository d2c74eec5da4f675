import { resource } from '../../../http/resource.ts'
import { exampleDraft, scheduledPost, wholePost } from '../examples.ts'
import { updateGroup } from './change-group.ts'
import { getLinkCard } from './get-link-card.ts'
import { getEntry } from './read-posts.ts'
import {
  ChangedGroup,
  LinkCard,
  LinkCardQuery,
  PostParams,
  UpdateGroupBody,
  WholePost,
} from './schemas.ts'

const socialPosts = resource({
  tag: 'Social media',
  path: '/api/v1/service/social-media',
  read: 'social:read',
  write: 'social:write',
  params: PostParams,
  notFound: 'social_post_not_found',
  example: { params: { id: 41 } },
})

/** Routes for both drafts and posts. */
export function entryRoutes() {
  return [
    socialPosts.get('/entries/{id}', {
      id: 'getSocialEntry',
      summary: 'Read a draft or a post',
      description: '`status` says which one it is. A draft that becomes a post keeps its id.',
      reply: WholePost,
      etag: true,
      example: { reply: wholePost },
      handle: (deps, { actor, params }) => getEntry(deps, actor, params.id),
    }),
    socialPosts.put('/update-group', {
      id: 'updateSocialGroup',
      summary: 'Change all drafts and posts of a group',
      description:
        'Applies the same change to every draft and unpublished post of the group. If one of them cannot be changed, nothing is. Omitted fields stay unchanged.',
      body: UpdateGroupBody,
      reply: ChangedGroup,
      problems: [
        ...(['social_group_not_found', 'social_post_publishing'] as const),
        ...(['social_post_published', 'social_account_inactive'] as const),
      ],
      example: {
        body: { group_id: scheduledPost.group_id, message: exampleDraft.message },
        reply: { group_id: scheduledPost.group_id, posts: [scheduledPost], unchanged: [] },
      },
      handle: (deps, { actor, body }) => updateGroup(deps, actor, body),
    }),
    socialPosts.get('/link-card', {
      id: 'getLinkCard',
      summary: 'Read the card of a link',
      description:
        'Fetches the page and returns the title and description that networks show below a post. Private addresses are refused.',
      permission: 'social:write',
      callsOutside: true,
      query: LinkCardQuery,
      reply: LinkCard,
      problems: ['link_unreadable'],
      example: {
        query: { url: 'https://shop.example.com/mugs' },
        reply: {
          url: 'https://shop.example.com/mugs',
          title: 'Autumn mugs',
          description: 'Handmade in Vienna.',
        },
      },
      handle: (deps, { actor, query }) => getLinkCard(deps, actor, query.url),
    }),
  ]
}
