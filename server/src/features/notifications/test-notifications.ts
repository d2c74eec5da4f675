import { beforeAll, beforeEach, expect } from 'vitest'
import { type Tenant, useService, useTenant } from '../../../test/harness.ts'
import { bodyOf, useHttp } from '../../../test/local-servers.ts'
import { useMailServer } from '../../../test/mail-server.ts'
import { notify } from '../../../test/notify.ts'

/** A service with a mail server, and a person whose team has a chat. */
export async function useNotifications() {
  const { smtp, mail } = await useMailServer()
  const service = useService({ mail })
  const mia = useTenant(service)
  /** The requests to the team's chat. */
  const posts: string[] = []
  const chat = useHttp(async (request, response) => {
    posts.push(String(await bodyOf(request)))
    response.end('ok')
  })

  beforeAll(async () => {
    await service.call('POST', '/api/v1/chat/webhooks', {
      key: mia.key,
      body: { channel: 'agent-alerts', kind: 'slack', name: 'ops', url: `${chat.url}/hook` },
    })
  })

  beforeEach(() => {
    smtp.mails.length = 0
    posts.length = 0
  })

  const send = (of: Tenant, changes?: object, key?: string) => notify(service, of, changes, key)

  async function get(url: string, { key }: Tenant = mia) {
    const answer = await service.call('GET', url, { key })
    expect([url, answer.status, answer.text]).toEqual([url, 200, answer.text])
    return answer.body
  }

  async function receipts(id: string, of: Tenant = mia) {
    const { receipts } = await get(`/api/v1/notifications/${id}/receipts`, of)
    return receipts as {
      id: string
      channel: string
      status: string
      reason: string | null
      attempts: number
      target: string
    }[]
  }

  async function settled(id: string, of: Tenant = mia) {
    const open = async () =>
      (await receipts(id, of)).filter(({ status }) => status === 'queued' || status === 'attempted')
    await expect.poll(open).toEqual([])
    return receipts(id, of)
  }

  return { smtp, service, mia, posts, send, get, receipts, settled }
}
