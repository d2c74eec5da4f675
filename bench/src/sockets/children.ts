import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Questions for a server under measurement, and its answers. */
export interface Questions {
  /** Creates an event for the listener; answers when it is committed. */
  post: { ask: { n: number }; answer: { committedAt: number } }
  memory: { ask: object; answer: Memory }
}

/** In bytes, after everything that can be freed has been freed. */
export interface Memory {
  /** Memory that the system has given to the process; some of it may be idle. */
  resident: number
  /** The part that JavaScript uses. */
  used: number
}

type Name = keyof Questions

export interface SocketServer {
  url: string
  /** Values for the Authorization header; each allows 50 sockets. */
  keys: string[]
  child: ChildProcess
  ask<T extends Name>(name: T, question: Questions[T]['ask']): Promise<Questions[T]['answer']>
}

/** The same clock in every process on a machine, in milliseconds. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Runs a server from this folder in its own process. */
export async function startServer(file: string, databaseUrl: string): Promise<SocketServer> {
  const child = fork(join(import.meta.dirname, file), [databaseUrl], { execArgv: ['--expose-gc'] })
  const [started] = (await once(child, 'message')) as [{ url: string; keys: string[] }]
  const waiting = new Map<number, (answer: never) => void>()
  let asked = 0
  child.on('message', ({ id, answer }: { id: number; answer: never }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  return {
    ...started,
    child,
    ask: (name, question) =>
      new Promise((resolve) => {
        waiting.set(++asked, resolve)
        child.send({ id: asked, name, question })
      }),
  }
}

/** The other side: sends the parent its URL, then answers its questions. */
export function answerParent(
  started: { url: string; keys: string[] },
  post: (question: Questions['post']['ask']) => Promise<void>,
): void {
  process.on(
    'message',
    async ({ id, name, question }: { id: number; name: Name; question: never }) => {
      if (name === 'post') {
        await post(question)
        process.send?.({ id, answer: { committedAt: now() } })
      } else {
        process.send?.({ id, answer: await settledMemory() })
      }
    },
  )
  process.send?.(started)
}

async function settledMemory(): Promise<Memory> {
  for (let round = 0; round < 5; round++) {
    // This flavor also returns pages to the system.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { resident: rss, used: heapUsed + external }
}
