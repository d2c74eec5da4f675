import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Demo } from '../feature.ts'
import { listNotifications } from './read-notifications.ts'
import { notify } from './send/notify.ts'
import type { NotifyBody } from './send/schemas.ts'

type DemoNotification = Pick<
  NotifyBody,
  'category' | 'title' | 'message' | 'body' | 'threadId' | 'question'
>

const samples: DemoNotification[] = [
  {
    category: 'agentTaskCompleted',
    title: 'The launch report is ready',
    message: 'Reach grew by 12 % in the first week; two posts did better than all the others.',
    threadId: 'autumn-launch',
    body: 'Hello,\n\nthe first week of the autumn launch is over. In short:\n\n| | Last week | This week |\n|---|---|---|\n| Reach | 18,200 | 20,400 |\n| Clicks | 640 | 811 |\n\nTwo posts did better than all the others:\n\n1. **Behind the scenes**, on Tuesday\n2. **The first sketch**, on Friday\n\nI suggest more posts like these.\n\nYour launch agent',
  },
  {
    category: 'agentNeedsInput',
    title: 'Which image should lead the second week?',
    message: 'Three are ready. I post on Monday morning.',
    threadId: 'autumn-launch',
    question: {
      kind: 'choice',
      options: [
        { value: 'bench', label: 'The bench in the park' },
        { value: 'hands', label: 'Hands at work' },
        { value: 'shop', label: 'The shop window' },
      ],
      answerable_by: 'user',
    },
  },
  {
    category: 'agentNeedsInput',
    title: 'Shall I start the campaign on Monday?',
    message: 'Texts and images are in place, the budget is 400 €.',
    threadId: 'autumn-launch',
    question: { kind: 'approval', answerable_by: 'anyone' },
  },
  {
    category: 'agentError',
    title: 'Posting to Mastodon failed',
    message: 'The server answered “token revoked”. Connect the account again, then I will retry.',
  },
  {
    category: 'agentNudge',
    title: 'Four drafts are waiting for you',
    message: 'The oldest is from Tuesday.',
  },
]

/** Sends the owner sample notifications from an agent, unless there are some already. */
export async function demoNotifications(
  deps: Deps,
  { owner, service, remember }: Demo,
): Promise<void> {
  const { count } = await listNotifications(deps, owner, { page: 1, page_size: 1 })
  if (count > 0) return
  const agent: Actor = { ...owner, kind: 'agent', name: 'Launch agent' }
  for (const one of samples) {
    const { notification_id, question_id } = await notify(deps, service, agent, {
      ...one,
      userId: String(owner.userId),
      workspaceId: String(owner.workspaceId),
      _extra: { agent: 'Launch agent' },
    })
    await remember({
      operation: 'markNotifications',
      body: { action: 'archive', ids: [notification_id] },
    })
    if (question_id) await remember({ operation: 'cancelQuestion', params: { id: question_id } })
  }
}
