import { readBody, startHttpServer } from '../local-servers.ts'

/** A webhook receiver that remembers which records it has heard of. */
export interface EventReceiver {
  url: string
  /** Ids of created teamspaces. */
  ids: Set<number | string>
  /** Sequence numbers of all events, each once. */
  seqs: Set<number>
  close(): Promise<void>
}

export async function startEventReceiver(): Promise<EventReceiver> {
  const ids = new Set<number | string>()
  const seqs = new Set<number>()
  const { url, close } = await startHttpServer(async (request, response) => {
    const { data } = JSON.parse(String(await readBody(request)))
    ids.add(data.object.id)
    seqs.add(data.seq)
    response.writeHead(204).end()
  })
  return { url, ids, seqs, close }
}
