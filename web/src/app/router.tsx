import { isUnauthorized } from '@atelier/sdk'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { FailureView, NotFoundView } from './failure-view.tsx'
import { queryClient, whenSignedOut } from './query-client.ts'
import { screens } from './screens.ts'
import { meQuery } from './session.ts'
import { Shell, ShellOutline } from './shell.tsx'

const root = createRootRoute({ notFoundComponent: NotFoundView, errorComponent: FailureView })

const signIn = lazyRouteComponent(() => import('../screens/sign-in/sign-in.tsx'), 'SignInScreen')
const welcome = lazyRouteComponent(() => import('../screens/sign-in/welcome.tsx'), 'WelcomeScreen')
const join = lazyRouteComponent(() => import('../screens/sign-in/join.tsx'), 'JoinScreen')

const outside = [
  createRoute({ getParentRoute: () => root, path: '/sign-in', component: signIn }),
  createRoute({ getParentRoute: () => root, path: '/welcome', component: welcome }),
  createRoute({ getParentRoute: () => root, path: '/join', component: join }),
]

/** Everything inside is for people who are signed in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  pendingComponent: ShellOutline,
  pendingMs: 0,
  pendingMinMs: 0,
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(meQuery)
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      throw redirect({ to: '/sign-in', search: { to: location.href } as never, replace: true })
    }
  },
})

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
    inside.addChildren([start, ...screens.flatMap(({ routes }) => routes(inside))]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: FailureView,
  defaultNotFoundComponent: NotFoundView,
  scrollRestoration: true,
})

whenSignedOut(() => {
  const { pathname, href } = router.state.location
  if (pathname === '/sign-in' || pathname === '/welcome' || pathname === '/join') return
  queryClient.removeQueries({ queryKey: ['me'] })
  void router.navigate({ to: '/sign-in', search: { to: href, ended: true } as never })
})
