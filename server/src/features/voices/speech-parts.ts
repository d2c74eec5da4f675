import { open } from 'node:fs/promises'
import type { Deps } from '../../deps.ts'
import type { SpeechPart } from '../../engines/speech/run.ts'
import { StorageError } from '../../platform/storage/storage-error.ts'
import { forgetContent } from '../assets/remove-unused.ts'
import { taskChanged } from '../tasks/events.ts'

/** A sentence as results show it, in milliseconds. */
export interface SentenceTime {
  text: string
  start: number
  end: number
}

/** Part of the audio of a running task. */
export interface SpokenPart {
  audio: Buffer
  /** The sentences that end in it. */
  sentences: SentenceTime[]
}

const maxPartBytes = 4 * 1024 ** 2

/**
 * The place of a part in the finished file is its name. A worker that takes over and speaks the same
 * again therefore continues the parts, and one that speaks something else never fits.
 */
const writeKey = (taskId: string, startByte: number) => `speech-parts/${taskId}-${startByte}`

export function presentTime({ text, startMs, endMs }: SpeechPart['sentence']): SentenceTime {
  return { text, start: startMs, end: endMs }
}

/**
 * Stores the file of a running task as it grows, where every process can read it. A part that can't
 * be stored becomes the start of the next one. The parts go when the task ends; those of a killed
 * worker go after a day, like all unused content.
 */
export function openPartWriter(deps: Deps, taskId: string, path: string) {
  const keys: string[] = []
  let readableBytes = 0
  let storedBytes = 0
  let sentences: SentenceTime[] = []
  let storing: Promise<void> = Promise.resolve()

  async function storeNext(): Promise<void> {
    while (storedBytes < readableBytes) {
      const bytes = Math.min(readableBytes - storedBytes, maxPartBytes)
      const ended = sentences
      const audio = await readPart(path, storedBytes, bytes)
      const key = writeKey(taskId, storedBytes)
      await forgetContent(deps, [key])
      keys.push(key)
      const content = Buffer.concat([Buffer.from(`${JSON.stringify(ended)}\n`), audio])
      await deps.storage.put(key, content, { maxBytes: content.length })
      storedBytes += bytes
      sentences = sentences.slice(ended.length)
      await deps.bus.publish(taskChanged, taskId)
    }
  }

  return {
    add: ({ bytes, sentence }: SpeechPart) => {
      readableBytes = bytes
      sentences = [...sentences, presentTime(sentence)]
      storing = storing
        .then(storeNext)
        .catch((err) => deps.log.warn({ err, task_id: taskId }, 'could not store part of a speech'))
    },
    remove: async () => {
      await storing
      for (const key of keys) await deps.storage.delete(key).catch(() => {})
    },
  }
}

/** The part that starts at this byte of the file, if it is there yet. */
export async function readSpokenPart(
  { storage }: Pick<Deps, 'storage'>,
  taskId: string,
  startByte: number,
): Promise<SpokenPart | undefined> {
  try {
    const { stream } = await storage.open(writeKey(taskId, startByte))
    const content = Buffer.concat(await stream.toArray())
    const lineEnd = content.indexOf('\n')
    const sentences = JSON.parse(content.toString('utf8', 0, lineEnd))
    return { audio: content.subarray(lineEnd + 1), sentences }
  } catch (error) {
    // A storage that is away now may have it at the next look.
    if (error instanceof StorageError) return undefined
    throw error
  }
}

async function readPart(path: string, start: number, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
