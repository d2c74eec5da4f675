import { Type } from 'typebox'
import { fileOperation } from '../../http/operation.ts'
import { sendPage } from '../../http/pages-for-people.ts'
import { showUnsubscribe, unsubscribe } from './unsubscribe.ts'

const tag = 'Pages for people'
const path = '/unsubscribe/{token}'
const TokenParams = Type.Object({
  token: Type.String({ maxLength: 1000, description: 'From the mail, and signed.' }),
})
const Html = Type.String({ contentMediaType: 'text/html' })

/** The page behind the link at the foot of every mail. */
export function unsubscribeRoutes() {
  const common = {
    path,
    tag,
    permission: 'public',
    params: TokenParams,
    status: 200,
    reply: Html,
    replyTypes: ['text/html'],
    notFound: 'route_not_found',
    example: { params: { token: 'WzEs…' }, reply: '<!doctype html> …' },
  } as const
  return [
    fileOperation({
      ...common,
      id: 'showUnsubscribePage',
      method: 'GET',
      summary: 'The page that stops mails of a kind',
      exchange: async (deps, { params }, { reply }) => {
        const { token } = params as { token: string }
        return sendPage(reply, await showUnsubscribe(deps, token))
      },
    }),
    fileOperation({
      ...common,
      id: 'unsubscribe',
      method: 'POST',
      summary: 'Stop mails of a kind',
      description: 'What the page sends, and what mail programs send as RFC 8058 says.',
      takes: { 'application/x-www-form-urlencoded': { schema: Type.Object({}) } },
      exchange: async (deps, { params }, { reply }) => {
        const { token } = params as { token: string }
        return sendPage(reply, await unsubscribe(deps, token))
      },
    }),
  ]
}
