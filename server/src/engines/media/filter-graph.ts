import { AVERROR_EAGAIN } from 'node-av/constants'
import { FFmpegError, Filter, type FilterContext, FilterGraph, type Frame } from 'node-av/lib'

export interface OpenFilters {
  /** Null at the end. */
  add(frame: Frame | null): void
  /** False if no frame is ready. */
  receive(out: Frame): boolean
  close(): void
}

/** A chain of FFmpeg's filters. `input` describes the frames; a step is a filter and its options. */
export function openFilters(kind: 'audio' | 'video', input: string, steps: string[]): OpenFilters {
  const graph = new FilterGraph()
  graph.alloc()
  graph.nbThreads = 1
  const prefix = kind === 'audio' ? 'a' : ''
  const source = createFilter(graph, 'in', `${prefix}buffer=${input}`)
  let last = source
  for (const [at, step] of [...steps, `${prefix}buffersink`].entries()) {
    const next = createFilter(graph, `step${at}`, step)
    check(last.link(0, next, 0))
    last = next
  }
  check(graph.configSync())
  return {
    add: (frame) => check(source.buffersrcAddFrameSync(frame)),
    receive: (out) => last.buffersinkGetFrameSync(out) >= 0,
    close: () => graph.free(),
  }
}

function createFilter(graph: FilterGraph, label: string, step: string): FilterContext {
  const [name = '', ...options] = step.split(/=(.*)/s)
  const filter = Filter.getByName(name)
  const created = filter && graph.createFilter(filter, label, options[0] ?? null)
  if (!created) throw new Error(`FFmpeg cannot create the filter ${step}`)
  return created
}

function check(code: number): void {
  if (code !== AVERROR_EAGAIN) FFmpegError.throwIfError(code, 'filtering a frame')
}
