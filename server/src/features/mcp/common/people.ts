import { Type } from 'typebox'
import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Tool } from '../surface.ts'
import { valueResult } from '../tool-result.ts'
import { commonTool } from './common-tool.ts'
import { personId } from './references.ts'

const NotifyPerson = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 250 }),
  message: Type.String({ minLength: 1, maxLength: 1000 }),
  person: Type.Optional(
    Type.String({ description: 'Email, full name or "me". Defaults to your own person.' }),
  ),
  about: Type.Optional(Type.Enum(['done', 'error', 'progress', 'nudge'], { default: 'done' })),
  body: Type.Optional(Type.String({ description: 'Markdown, for the email.' })),
  link: Type.Optional(Type.String({ description: 'URL of the button.' })),
})

const categories = {
  done: 'agentTaskCompleted',
  error: 'agentError',
  progress: 'agentProgress',
  nudge: 'agentNudge',
}

export function peopleTools(caller: OperationCaller): Tool[] {
  return [
    commonTool(caller, {
      name: 'notify_person',
      title: 'Notify a person',
      description: 'Sends a message to a person in the app, by email and their other channels.',
      permission: 'notifications:send',
      input: NotifyPerson,
      call: async (use, { person, about = 'done', ...rest }) => {
        const userId = String(await personId(use, person))
        const workspaceId = String(use.call.actor.workspaceId)
        const body = { userId, workspaceId, category: categories[about], ...rest }
        const sent = await use.run('sendAgentNotification', { body })
        const { notification_id, deliveries } = sent as Record<string, unknown>
        return valueResult({ notification_id, deliveries }, use.call.form)
      },
    }),
  ]
}
