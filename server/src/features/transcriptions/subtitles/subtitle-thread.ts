import { parentPort } from 'node:worker_threads'
import { type SubtitleRequest, writeSubtitles } from './write-file.ts'

/** Runs in its own thread: subtitles of long transcripts would block the event loop. */
parentPort?.on('message', (request: SubtitleRequest) => {
  parentPort?.postMessage(writeSubtitles(request))
})
