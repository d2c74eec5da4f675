import { beforeAll, beforeEach, expect } from 'vitest'
import { expectStatus, type Tenant, useService, useTenant } from '../../../test/harness.ts'
import { readBody, useHttpServer } from '../../../test/local-servers.ts'
import { useMailServer } from '../../../test/mail-server.ts'
import { notify } from '../../../test/notify.ts'

/** A service with a mail server, and a person whose team has a chat. */
export async function useNotifications() {
  const { smtp, mail } = await useMailServer()
  const service = useService({ mail })
  const mia = useTenant(service)
  /** The requests to the team's chat. */
  const posts: string[] = []
  const chat = useHttpServer(async (request, response) => {
    posts.push(String(await readBody(request)))
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

  const get = (url: string, { key }: Tenant = mia) =>
    expectStatus(200, service.call('GET', url, { key }))

  async function listReceipts(id: string, of: Tenant = mia) {
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

  async function waitForDeliveries(id: string, of: Tenant = mia) {
    const open = async () =>
      (await listReceipts(id, of)).filter(
        ({ status }) => status === 'queued' || status === 'attempted',
      )
    await expect.poll(open).toEqual([])
    return listReceipts(id, of)
  }

  return { smtp, service, mia, posts, send, get, listReceipts, waitForDeliveries }
}
