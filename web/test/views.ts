import type { Page } from 'playwright-core'
import type { FilledTenant } from './filled-tenant.ts'

type Step = (page: Page) => Promise<unknown>

export interface View {
  /** The router's path. */
  route: string
  path: (filled: FilledTenant) => string
  /** The text of its h1, which is also in the document's title. */
  heading: string | RegExp
  /** The view itself is a dialog over another view. */
  isDialog?: true
  /** The view also exists in an empty workspace. */
  isOnEmpty?: true
  /** Dialogs and drawers that open from it, by name; menus are found automatically. */
  opens?: Record<string, Step>
}

const press =
  (name: string | RegExp, item?: string | RegExp): Step =>
  async (page) => {
    await page.getByRole('button', { name }).first().click()
    if (item) await page.getByRole('menuitem', { name: item }).click()
  }

const settings = [
  ['profile', 'You'],
  ['sessions', 'Sessions'],
  ['notifications', 'Notifications'],
  ['workspace', 'Workspace'],
  ['usage', 'Usage'],
  ['members', 'Members', { Invite: press(/^Invite/) }],
  ['teamspaces', 'Teamspaces', { People: press(/people$|person$/) }],
  ['keys', 'API keys', { 'New key': press(/New key/) }],
  ['channels', 'Channels', { 'Add a chat': press('Add') }],
  ['chat-apps', 'Chat apps', { 'Connect an app': press('Connect an app') }],
  ['webhooks', 'Webhooks', { 'New webhook': press(/New webhook/) }],
  ['engines', 'Engines', { Engine: press(/^Change/) }],
] as const

/** A tool of the studio, ready to run. */
const bench = (tool: string): View => ({
  route: '/studio',
  path: ({ picture }) => `/studio?picture=${picture}&tool=${tool}`,
  heading: 'Studio',
})

/** All views for signed-in people. */
export const views: View[] = [
  { route: '/tasks', path: () => '/tasks', heading: 'My tasks', isOnEmpty: true },
  { route: '/start', path: () => '/start', heading: 'Get started', isOnEmpty: true },
  {
    route: '/inbox',
    path: () => '/inbox',
    heading: 'Inbox',
    isOnEmpty: true,
    opens: {
      Search: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('searchbox').fill('la')
      },
      Keys: (page) => page.keyboard.press('?'),
    },
  },
  {
    route: '/inbox',
    path: () => '/inbox?filter=questions',
    heading: 'Inbox',
    isOnEmpty: true,
  },
  { route: '/inbox', path: () => '/inbox?filter=archived', heading: 'Inbox', isOnEmpty: true },
  { route: '/inbox/$id', path: ({ notification }) => notification, heading: 'Inbox' },
  ...(['form', 'edit', 'rank', 'multi_choice', 'quorum'] as const).map((kind) => ({
    route: '/inbox/$id',
    path: ({ questions }: FilledTenant) => questions[kind],
    heading: 'Inbox',
  })),
  { route: '/threads/$thread', path: ({ thread }) => thread, heading: 'Inbox' },
  {
    route: '/boards',
    path: () => '/boards',
    heading: 'Boards',
    isOnEmpty: true,
    opens: { 'New board': press('New board') },
  },
  {
    route: '/boards/$board',
    path: ({ board }) => board,
    heading: 'Autumn launch',
    opens: {
      'New task': press('New task'),
      'Add a column': press('Board actions', /Add column/),
      'Clone the board': press('Board actions', /Clone/),
      'Delete the board': press('Board actions', /Delete/),
    },
  },
  {
    route: '/boards/$board',
    path: ({ board }) => `${board}?view=list&group=tag`,
    heading: 'Autumn launch',
  },
  {
    route: '/boards/$board/$task',
    path: ({ task }) => task,
    heading: 'Autumn launch',
    isDialog: true,
  },
  ...['general', 'columns', 'fields', 'tags', 'access'].map((tab) => ({
    route: '/boards/$board/settings',
    path: ({ board }: FilledTenant) => `${board}/settings?tab=${tab}`,
    heading: /Autumn launch/,
  })),
  {
    route: '/tasks/$task',
    path: () => '/tasks/LAUNCH-2',
    heading: 'Autumn launch',
    isDialog: true,
  },
  {
    route: '/projects',
    path: () => '/projects',
    heading: 'Projects',
    isOnEmpty: true,
    opens: { 'New type': press('New type') },
  },
  {
    route: '/projects/$type',
    path: () => '/projects/campaign',
    heading: /campaign/i,
    isOnEmpty: true,
    opens: { 'New project': press('New project') },
  },
  {
    route: '/projects/$type',
    path: () => '/projects/campaign?deleted=true',
    heading: /campaign/i,
    isOnEmpty: true,
  },
  {
    route: '/projects/$type/$id',
    path: ({ project }) => project,
    heading: 'Spring',
    opens: {
      'Edit details': press('Project actions', /Edit/),
      'Delete the project': press('Project actions', /Delete/),
    },
  },
  {
    route: '/projects/$type/$id',
    path: ({ project }) => `${project}?view=document`,
    heading: 'Spring',
  },
  {
    route: '/projects/$type/$id',
    path: ({ project }) => `${project}?view=json`,
    heading: 'Spring',
  },
  {
    route: '/projects/$type/$id',
    path: ({ project }) => `${project}?view=history`,
    heading: 'Spring',
  },
  {
    route: '/projects/$type/$id',
    path: ({ project }) => `${project}?view=items`,
    heading: 'Spring',
  },
  {
    route: '/assets',
    path: () => '/assets',
    heading: 'Assets',
    isOnEmpty: true,
    opens: { 'New folder': press('New folder') },
  },
  {
    route: '/assets',
    path: ({ assetFolder }) => `/assets?folder=${assetFolder}`,
    heading: 'Autumn',
    opens: {
      Rename: press('Folder actions', /Rename/),
      'Move the folder': press('Folder actions', /Move/),
      'Delete the folder': press('Folder actions', /Delete/),
    },
  },
  {
    route: '/assets/$id',
    path: ({ picture }) => `/assets/${picture}`,
    heading: /png/,
    opens: { Delete: press('Delete'), 'Move to': press('Move to') },
  },
  { route: '/studio', path: () => '/studio', heading: 'Studio', isOnEmpty: true },
  { route: '/studio', path: ({ picture }) => `/studio?picture=${picture}`, heading: 'Studio' },
  ...['image-outpainting', 'generative-fill', 'smart-crop'].map(bench),
  { route: '/studio/$task', path: ({ made }) => made, heading: 'Studio' },
  { route: '/studio/$task', path: ({ cutOut }) => `${cutOut}?correct=true`, heading: 'Studio' },
  { route: '/studio/$task', path: ({ readText }) => readText, heading: 'Studio' },
  { route: '/studio/$task', path: ({ failed }) => failed, heading: 'Studio' },
  { route: '/studio/$task', path: ({ underWay }) => underWay, heading: 'Studio' },
  { route: '/speech', path: () => '/speech', heading: 'Speech', isOnEmpty: true },
  {
    route: '/speech',
    path: () => '/speech?tab=transcriptions',
    heading: 'Speech',
    isOnEmpty: true,
  },
  {
    route: '/speech/$id',
    path: ({ transcription }) => transcription,
    heading: 'talk.mp4',
  },
  {
    route: '/social',
    path: () => '/social',
    heading: 'Social',
    isOnEmpty: true,
    opens: {
      'Write a post': press('Write a post'),
    },
  },
  { route: '/social', path: () => '/social?span=week', heading: 'Social' },
  { route: '/social', path: () => '/social?view=drafts', heading: 'Social', isOnEmpty: true },
  { route: '/social', path: () => '/social?view=posts', heading: 'Social' },
  {
    route: '/social',
    path: () => '/social?view=accounts',
    heading: 'Social',
    isOnEmpty: true,
    opens: { 'Connect an account': press(/Connect an account/) },
  },
  {
    route: '/social/$id',
    path: ({ post }) => post,
    heading: /Draft|Post/,
    opens: {
      'Edit post': press('Edit'),
      'Publish now': press('More', /Publish now/),
      'Delete the post': press('More', /Delete/),
    },
  },
  {
    route: '/workflows',
    path: () => '/workflows',
    heading: 'Workflows',
    isOnEmpty: true,
    opens: { 'New workflow': press('New workflow') },
  },
  {
    route: '/workflows',
    path: () => '/workflows?view=runs',
    heading: 'Workflows',
    isOnEmpty: true,
  },
  {
    route: '/workflows/$id',
    path: ({ workflow }) => workflow,
    heading: 'Ask and tell',
    opens: {
      Start: press('Start'),
      Rehearse: press('Rehearse'),
      'Delete the workflow': press('More', /Delete/),
    },
  },
  {
    route: '/workflows/$id',
    path: ({ workflow }) => `${workflow}?view=triggers`,
    heading: 'Ask and tell',
    opens: {
      'New trigger': press('New trigger'),
      'New event trigger': async (page) => {
        await press('New trigger')(page)
        await page.getByRole('dialog').getByText('Event', { exact: true }).click()
        await page.getByRole('button', { name: 'More options' }).click()
      },
    },
  },
  ...['runs', 'definition', 'versions'].map((view) => ({
    route: '/workflows/$id',
    path: ({ workflow }: FilledTenant) => `${workflow}?view=${view}`,
    heading: 'Ask and tell',
  })),
  {
    route: '/workflows/$id/runs/$run',
    path: ({ run }) => run,
    heading: 'Ask and tell',
    opens: { Terminate: press('More', /Terminate/) },
  },
  { route: '/chat', path: () => '/chat', heading: '# agent-alerts', isOnEmpty: true },
  { route: '/chat/$channel', path: () => '/chat/agent-alerts', heading: '# agent-alerts' },
  ...settings.map(
    ([part, title, opens]): View => ({
      route: '/settings/$part',
      path: () => `/settings/${part}`,
      heading: `Settings: ${title}`,
      isOnEmpty: true,
      ...(opens && { opens }),
    }),
  ),
]

/** Views for signed-out people. */
export const outsideViews = [
  { route: '/sign-in', path: '/sign-in', heading: 'Sign in' },
  { route: '/forgotten', path: '/forgotten', heading: 'Forgot your password?' },
  {
    route: '/welcome',
    path: '/welcome#atw_whatever',
    heading: 'This link no longer works',
  },
  { route: '/welcome', path: '/welcome', heading: 'This link is incomplete' },
  { route: '/join', path: '/join#whatever', heading: 'This invitation cannot be used' },
  { route: '/join', path: '/join', heading: 'This link is incomplete' },
]

/** These only redirect. */
export const redirects = ['/', '/settings']
