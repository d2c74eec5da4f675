import { parentPort } from 'node:worker_threads'

export interface TextRequest {
  /** The URL of a format's program. */
  program: string
  request: unknown
}

parentPort?.on('message', async ({ program, request }: TextRequest) => {
  const { work } = await import(program)
  parentPort?.postMessage(await work(request))
})
