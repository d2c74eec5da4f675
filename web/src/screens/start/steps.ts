import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

/** A first step. It counts as done as soon as the workspace shows it. */
export interface Step {
  id: string
  title: string
  text: string
  permission: string
  action: { label: string; to: string } | { label: string; act: 'ask' }
  isDone: (signal: AbortSignal) => Promise<boolean>
}

const one = { page_size: 1 }

export const steps: Step[] = [
  {
    id: 'agent',
    title: 'Connect an agent',
    text: 'Create a key, then paste the shown snippet for curl, the SDK or MCP. Done with its first request.',
    permission: 'api-keys:write',
    action: { label: 'Create a key', to: '/settings/keys' },
    isDone: async (signal) => {
      const { results } = await api.apiKeys.list({ page_size: 100 }, { signal })
      return results.some(({ last_used_at }) => last_used_at !== null)
    },
  },
  {
    id: 'question',
    title: 'Ask yourself a question',
    text: 'See what an approval looks like to the person who answers it.',
    permission: 'notifications:send',
    action: { label: 'Ask me', act: 'ask' },
    isDone: async (signal) => (await api.questions.list(one, { signal })).count > 0,
  },
  {
    id: 'image',
    title: 'Edit an image',
    text: 'Remove a background, extend an image or upscale it. The first time, the model is downloaded.',
    permission: 'tools:write',
    action: { label: 'Open Studio', to: '/studio' },
    isDone: async (signal) => (await api.tasks.list(one, { signal })).count > 0,
  },
  {
    id: 'workflow',
    title: 'Run a workflow',
    text: 'Start from a template with a person in the loop.',
    permission: 'workflows:write',
    action: { label: 'Choose a template', to: '/workflows?new=' },
    isDone: async (signal) => (await api.workflows.listAllRuns(one, { signal })).count > 0,
  },
  {
    id: 'colleague',
    title: 'Invite someone',
    text: 'Colleagues answer questions and see what agents do.',
    permission: 'members:write',
    action: { label: 'Invite', to: '/settings/members' },
    isDone: async (signal) => (await api.members.list(one, { signal })).count > 1,
  },
]

export const stepQuery = ({ id, isDone }: Step) =>
  queryOptions({
    queryKey: ['firstSteps', id],
    queryFn: ({ signal }) => isDone(signal),
    staleTime: 0,
    throwOnError: true,
    // The last use of a key publishes no event.
    refetchInterval: ({ state }) => (state.data ? false : 5000),
  })
