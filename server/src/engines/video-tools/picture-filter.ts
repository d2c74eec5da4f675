import {
  AV_PICTURE_TYPE_NONE,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_CL,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_RESERVED,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE240M,
  AVCOL_SPC_UNSPECIFIED,
} from 'node-av/constants'
import { FFmpegError, Filter, FilterGraph, Frame } from 'node-av/lib'
import { usualMatrix } from './colour-matrix.ts'
import { fitSize, type PictureTarget, shownSize } from './shown-size.ts'
import { requirePixels } from './video-tool-job.ts'

export interface PictureFilter {
  /** Valid until the next call. */
  apply(frame: Frame): Frame
  close(): void
}

const turns: Record<number, string[]> = {
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
}

/** Turns, scales and converts frames of any kind to upright YUV 4:2:0. */
export function openPictureFilter(degrees: number, target: PictureTarget): PictureFilter {
  const out = new Frame()
  out.alloc()
  let graph: OpenGraph | undefined
  return {
    apply: (frame) => {
      // Some streams change their size midway.
      const shape = shapeOf(frame)
      if (graph?.shape !== shape) {
        graph?.close()
        graph = openGraph(frame, shape, degrees, target)
      }
      out.unref()
      graph.convert(frame, out)
      // Otherwise the encoder repeats the frame types of the source.
      out.pictType = AV_PICTURE_TYPE_NONE
      return out
    },
    close: () => {
      graph?.close()
      out.free()
    },
  }
}

interface OpenGraph {
  shape: string
  convert(frame: Frame, out: Frame): void
  close(): void
}

function openGraph(frame: Frame, shape: string, degrees: number, target: PictureTarget): OpenGraph {
  requirePixels(frame.width, frame.height)
  const graph = new FilterGraph()
  graph.alloc()
  graph.nbThreads = 1
  const source = create(graph, 'buffer', 'in', shape)
  let last = source
  for (const [at, step] of stepsFor(frame, degrees, target).entries()) {
    const [name = '', options] = splitAt(step, '=')
    const next = create(graph, name, `step${at}`, options)
    check(last.link(0, next, 0))
    last = next
  }
  const sink = create(graph, 'buffersink', 'out')
  check(last.link(0, sink, 0))
  check(graph.configSync())
  return {
    shape,
    convert: (given, out) => {
      check(source.buffersrcAddFrameSync(given))
      check(sink.buffersinkGetFrameSync(out))
    },
    close: () => graph.free(),
  }
}

function stepsFor(frame: Frame, degrees: number, target: PictureTarget): string[] {
  const { width, height, fit, matrix = 'bt709' } = target
  const inner = fitSize(shownSize(frame, frame.sampleAspectRatio, degrees), target)
  const colours = `in_color_matrix=${matrixOf(frame)}:out_color_matrix=${matrix}:out_range=tv`
  return [
    ...(turns[degrees] ?? []),
    `scale=${inner.width}:${inner.height}:flags=bicubic:${colours}`,
    fit === 'pad' ? `pad=${width}:${height}:-1:-1:black` : `crop=${width}:${height}`,
    'setsar=1',
    'format=yuv420p',
  ]
}

/** Files without a colour matrix use the one for their size. */
function matrixOf({ colorSpace, height }: Frame): string {
  if (colorSpace === AVCOL_SPC_BT709) return 'bt709'
  if (colorSpace === AVCOL_SPC_BT2020_NCL || colorSpace === AVCOL_SPC_BT2020_CL) return 'bt2020'
  if (colorSpace === AVCOL_SPC_SMPTE240M) return 'smpte240m'
  const isUnknown = colorSpace === AVCOL_SPC_UNSPECIFIED || colorSpace === AVCOL_SPC_RESERVED
  if (colorSpace === AVCOL_SPC_RGB) return 'bt709'
  return isUnknown ? usualMatrix(height) : 'bt601'
}

function shapeOf(frame: Frame): string {
  const { width, height, format, sampleAspectRatio: aspect, colorSpace, colorRange } = frame
  const pixel = aspect.num > 0 && aspect.den > 0 ? `${aspect.num}/${aspect.den}` : '1/1'
  return `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/1000:pixel_aspect=${pixel}:colorspace=${colorSpace}:range=${colorRange}`
}

function create(graph: FilterGraph, name: string, label: string, options?: string) {
  const filter = Filter.getByName(name)
  const created = filter && graph.createFilter(filter, label, options ?? null)
  if (!created) throw new Error(`FFmpeg cannot create the filter ${name}=${options}`)
  return created
}

function splitAt(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function check(code: number): void {
  FFmpegError.throwIfError(code, 'filtering a frame')
}
