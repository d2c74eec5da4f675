import { rm } from 'node:fs/promises'
import type { EngineTools } from '../declare-engine.ts'
import { cutIn } from './cut-in.ts'
import { encodeClips } from './encode-clips.ts'
import { removeAudio } from './remove-audio.ts'
import { reverseClip } from './reverse-clip.ts'
import type { VideoToolRequest, VideoToolResult } from './video-tool-request.ts'

/** Edits videos in the child process: reads files, writes a file, returns metadata. */
export async function run(
  request: VideoToolRequest,
  { onProgress }: Pick<EngineTools, 'onProgress'>,
): Promise<VideoToolResult> {
  try {
    return await runTool(request, progressReporter(onProgress))
  } catch (error) {
    await rm(request.outputPath, { force: true })
    throw error
  }
}

function runTool(
  request: VideoToolRequest,
  onProgress: EngineTools['onProgress'],
): Promise<VideoToolResult> {
  if (request.tool === 'encode') return encodeClips(request, onProgress)
  if (request.tool === 'reverse') return reverseClip(request, onProgress)
  if (request.tool === 'remove-audio') return removeAudio(request, onProgress)
  return cutIn(request, onProgress)
}

/** Each whole percent once. */
function progressReporter(onProgress: EngineTools['onProgress']): EngineTools['onProgress'] {
  let reported = ''
  return (percent, stage) => {
    const text = `${Math.floor(percent)} ${stage}`
    if (text === reported) return
    reported = text
    onProgress(Math.floor(percent), stage)
  }
}
