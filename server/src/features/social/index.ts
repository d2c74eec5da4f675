import type { Feature } from '../feature.ts'
import { socialAccountRoutes } from './accounts/account-routes.ts'
import { sealedAccountColumns } from './accounts/sealed-account.ts'
import { fetchFigures, figuresQueue, watchFigures } from './analytics/fetch-figures.ts'
import { selectNextFigures } from './analytics/queries.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { demoSocial } from './demo.ts'
import { socialEvents } from './events.ts'
import { socialRoutes } from './posts/routes.ts'
import { hashPost } from './publishing/hash-post.ts'
import { publishQueue } from './publishing/publish-jobs.ts'
import { publishPost } from './publishing/publish-post.ts'
import { selectNextPost, unfinishedPosts } from './publishing/publish-queries.ts'
import { watchPosts } from './publishing/watch-posts.ts'

export const social: Feature = {
  name: 'social',
  tags: { 'Social media': 'Accounts, drafts, posts and when they are published.' },
  operations: () => [...socialRoutes(), ...socialAccountRoutes(), ...analyticsRoutes()],
  queues: [
    // Posts schedule their own retries, and `due` finds those whose job is lost.
    { name: publishQueue, retryLimit: 3, atOnce: 10, work: publishPost },
    { name: figuresQueue, retryLimit: 1, atOnce: 2, work: fetchFigures },
  ],
  due: (deps) => [
    { name: 'scheduled posts', dueAt: selectNextPost, work: () => watchPosts(deps) },
    { name: 'social figures', dueAt: selectNextFigures, work: () => watchFigures(deps) },
  ],
  backlog: unfinishedPosts,
  sealedColumns: sealedAccountColumns,
  demo: demoSocial,
  events: socialEvents,
  subjects: { post: hashPost },
}
