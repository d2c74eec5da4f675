import type { ConvertVideoBody, MergeVideosBody, SpeedUpVideoBody, VideoBody } from './schemas.ts'
import { videoTool } from './video-tool.ts'

const oneVideo = ({ video_url }: VideoBody): [string, string][] => [['video_url', video_url]]

export const convertVideoFormat = videoTool<ConvertVideoBody>({
  name: 'convert-video-format',
  resultName: 'converted',
  sources: oneVideo,
  job: ({ output_format }, clips, { outputPath }) => ({
    ...{ tool: 'encode', clips, format: output_format, outputPath },
  }),
})

export const mergeVideos = videoTool<MergeVideosBody>({
  name: 'merge-videos',
  resultName: 'merged',
  sources: ({ video_urls }) => video_urls.map((source, at) => [`video_urls.${at}`, source]),
  job: (_, clips, { outputPath }) => ({ tool: 'encode', clips, format: 'mp4', outputPath }),
})

export const removeAudio = videoTool<VideoBody>({
  name: 'remove-audio',
  resultName: 'without-audio',
  sources: oneVideo,
  job: (_, [clip = ''], { outputPath }) => ({ tool: 'remove-audio', clip, outputPath }),
})

export const reverseVideo = videoTool<VideoBody>({
  name: 'reverse-video',
  resultName: 'reversed',
  sources: oneVideo,
  job: (_, [clip = ''], { outputPath, workPath }) => ({
    ...{ tool: 'reverse', clip, outputPath, workPath },
  }),
})

export const speedUpVideo = videoTool<SpeedUpVideoBody>({
  name: 'speedup-video',
  resultName: 'sped-up',
  sources: oneVideo,
  job: ({ playbackrate }, clips, { outputPath }) => ({
    ...{ tool: 'encode', clips, format: 'mp4', speed: playbackrate, outputPath },
  }),
})
