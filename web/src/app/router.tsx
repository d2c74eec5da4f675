import { isUnauthorized, type Me } from '@atelier/sdk'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { startRoutes } from '../screens/start/routes.ts'
import { openDrafts } from '../ui/drafts.ts'
import { isAskedFor, keepWorkspace, readWorkspace, withoutWorkspace } from './api.ts'
import { FailureAlone, FailureScreen, NotFoundScreen } from './failure-view.tsx'
import { queryClient, whenSignedOut } from './query-client.ts'
import { screens } from './screens.ts'
import { meQuery } from './session.ts'
import { Shell, ShellOutline } from './shell.tsx'

const root = createRootRoute({ notFoundComponent: NotFoundScreen, errorComponent: FailureAlone })

const signIn = lazyRouteComponent(() => import('../screens/sign-in/sign-in.tsx'), 'SignInScreen')
const forgotten = lazyRouteComponent(
  () => import('../screens/sign-in/forgotten.tsx'),
  'ForgottenScreen',
)
const welcome = lazyRouteComponent(() => import('../screens/sign-in/welcome.tsx'), 'WelcomeScreen')
const join = lazyRouteComponent(() => import('../screens/sign-in/join.tsx'), 'JoinScreen')

const outside = [
  createRoute({ getParentRoute: () => root, path: '/sign-in', component: signIn }),
  createRoute({ getParentRoute: () => root, path: '/forgotten', component: forgotten }),
  createRoute({ getParentRoute: () => root, path: '/welcome', component: welcome }),
  createRoute({ getParentRoute: () => root, path: '/join', component: join }),
]

/** All routes inside require a signed-in person. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  errorComponent: FailureAlone,
  pendingComponent: ShellOutline,
  pendingMs: 0,
  pendingMinMs: 0,
  beforeLoad: async ({ location, preload }) => {
    const asked = readWorkspace(location.searchStr)
    try {
      const me = await queryClient.ensureQueryData(meQuery)
      openDrafts(me.user.id, me.workspace_id)
      if (asked === undefined || preload) return
      await enter(asked, me, location.href)
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      throw redirect({ to: '/sign-in', search: { to: location.href } as never, replace: true })
    }
    const { pathname, search, hash } = location
    throw redirect({ to: pathname, search: withoutWorkspace(search) as never, hash, replace: true })
  },
})

/** Opens the workspace that a link names. Another workspace needs a page load. */
async function enter(asked: string, me: Me, href: string): Promise<void> {
  const here = me.workspaces.find(({ id }) => id === me.workspace_id)
  const isHere = asked === String(here?.id) || asked === here?.slug || isAskedFor(asked)
  if (isHere) return keepWorkspace(me.workspace_id)
  window.location.assign(href)
  await new Promise(() => {})
}

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox', replace: true })
  },
})

export const router = createRouter({
  routeTree: root.addChildren([
    ...outside,
    inside.addChildren([
      start,
      ...startRoutes(inside),
      ...screens.flatMap(({ routes }) => routes(inside)),
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: FailureScreen,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
})

whenSignedOut(() => {
  const { pathname, href } = router.state.location
  if (outside.some(({ path }) => `/${path}` === pathname)) return
  // On a first visit nothing has ended, and the route itself leads to the sign-in page.
  if (queryClient.getQueryData(meQuery.queryKey) === undefined) return
  queryClient.removeQueries({ queryKey: ['me'] })
  void router.navigate({ to: '/sign-in', search: { to: href, ended: true } as never })
})
