import { FairSemaphore } from '../fair-semaphore.ts'
import { programFile } from '../installation.ts'
import { WorkThread } from '../work-thread.ts'
import type { TextRequest } from './text-thread.ts'

/** A kind of text that others write, and what we do with it. */
export interface TextFormat<Request, Reply> {
  /** The module of `load`. Its name ends in `-thread`, so that a build has it as a file. */
  program: URL
  load(): Promise<{ work(request: Request): Reply | Promise<Reply> }>
  /** Larger texts would hold up the event loop, so a thread works on them. */
  maxQuickSize: number
  /** Of CPU time in a thread. */
  maxSeconds: number
}

/** No workspace gets more than one thread, so a single one cannot make the others wait. */
const maxThreads = 2
const turns = new FairSemaphore<number>(maxThreads, 1)
const idle = Array.from({ length: maxThreads }, () => {
  return new WorkThread<TextRequest, unknown>(programFile('server/src/lib/texts/text-thread.ts'), {
    maxSeconds: 20,
    maxHeapMegabytes: 512,
  })
})

/** For emails that we receive: they belong to no workspace until they are parsed. */
export const noWorkspace = 0

/**
 * Parses, renders or searches a text whose author determines what that costs. Small texts are
 * handled at once, others in a thread. Undefined if that took too much time or memory.
 */
export async function workOnText<Request, Reply>(
  { program, load, maxQuickSize, maxSeconds }: TextFormat<Request, Reply>,
  { workspaceId, size }: { workspaceId: number; size: number },
  request: Request,
): Promise<Reply | undefined> {
  if (size <= maxQuickSize) return (await load()).work(request)
  return turns.run(workspaceId, async () => {
    const thread = idle.pop() as (typeof idle)[number]
    try {
      const reply = await thread.ask({ program: program.href, request }, maxSeconds)
      return reply as Reply | undefined
    } finally {
      idle.push(thread)
    }
  })
}
