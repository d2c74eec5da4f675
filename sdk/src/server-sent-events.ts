export interface ServerSentEvent {
  id: string | undefined
  event: string
  /** Undefined if the event only carries a position in the stream. */
  data: string | undefined
}

/** The server sends something at least every 10 s, so a silent connection is dead. */
export const longestSilenceMs = 30_000

/** Yields events as they arrive. Ends with the stream; throws if the stream breaks off. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silenceMs = longestSilenceMs,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  try {
    for (;;) {
      const { done, value } = await orSilence(reader.read(), silenceMs)
      if (done) return
      // Lines may end with \r\n, \r or \n; a lone \r at the end may be half of \r\n.
      unread = (unread + decoder.decode(value, { stream: true })).replaceAll(/\r\n|\r(?!$)/g, '\n')
      const blocks = unread.split('\n\n')
      unread = blocks.pop() as string
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
    }
  } finally {
    // Also runs when the consumer stops early.
    reader.cancel().catch(() => {})
  }
}

/** Returns undefined for a block that contains only comments. */
function parseEvent(block: string): ServerSentEvent | undefined {
  const data: string[] = []
  let id: string | undefined
  let event = 'message'
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'data') data.push(value)
    else if (field === 'id') id = value
    else if (field === 'event') event = value
  }
  if (data.length > 0) return { id, event, data: data.join('\n') }
  return id === undefined ? undefined : { id, event, data: undefined }
}

async function orSilence<T>(reading: Promise<T>, silenceMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Received nothing for ${silenceMs} ms`)), silenceMs)
  })
  try {
    return await Promise.race([reading, silence])
  } finally {
    clearTimeout(timer)
  }
}
