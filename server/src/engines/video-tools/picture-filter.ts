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
import { Frame } from 'node-av/lib'
import { type OpenFilters, openFilters } from '../media/filter-graph.ts'
import { fitSize, type PictureTarget, shownSize, usualMatrix } from './shown-size.ts'
import { requirePixels } from './video-tool-request.ts'

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
  let open: { shape: string; filters: OpenFilters } | undefined
  return {
    apply: (frame) => {
      // Some streams change their size midway.
      const shape = describeShape(frame)
      if (open?.shape !== shape) {
        open?.filters.close()
        requirePixels(frame.width, frame.height)
        open = { shape, filters: openFilters('video', shape, planSteps(frame, degrees, target)) }
      }
      out.unref()
      open.filters.add(frame)
      if (!open.filters.receive(out)) throw new Error('FFmpeg returned no frame')
      // Otherwise the encoder repeats the frame types of the source.
      out.pictType = AV_PICTURE_TYPE_NONE
      return out
    },
    close: () => {
      open?.filters.close()
      out.free()
    },
  }
}

function planSteps(frame: Frame, degrees: number, target: PictureTarget): string[] {
  const { width, height, fit, matrix = 'bt709' } = target
  const inner = fitSize(shownSize(frame, frame.sampleAspectRatio, degrees), target)
  const colours = `in_color_matrix=${chooseMatrix(frame)}:out_color_matrix=${matrix}:out_range=tv`
  return [
    ...(turns[degrees] ?? []),
    `scale=${inner.width}:${inner.height}:flags=bicubic:${colours}`,
    fit === 'pad' ? `pad=${width}:${height}:-1:-1:black` : `crop=${width}:${height}`,
    'setsar=1',
    'format=yuv420p',
  ]
}

/** Files without a colour matrix use the one for their size. */
function chooseMatrix({ colorSpace, height }: Frame): string {
  if (colorSpace === AVCOL_SPC_BT709) return 'bt709'
  if (colorSpace === AVCOL_SPC_BT2020_NCL || colorSpace === AVCOL_SPC_BT2020_CL) return 'bt2020'
  if (colorSpace === AVCOL_SPC_SMPTE240M) return 'smpte240m'
  const isUnknown = colorSpace === AVCOL_SPC_UNSPECIFIED || colorSpace === AVCOL_SPC_RESERVED
  if (colorSpace === AVCOL_SPC_RGB) return 'bt709'
  return isUnknown ? usualMatrix(height) : 'bt601'
}

function describeShape(frame: Frame): string {
  const { width, height, format, sampleAspectRatio: aspect, colorSpace, colorRange } = frame
  const pixel = aspect.num > 0 && aspect.den > 0 ? `${aspect.num}/${aspect.den}` : '1/1'
  return `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/1000:pixel_aspect=${pixel}:colorspace=${colorSpace}:range=${colorRange}`
}
