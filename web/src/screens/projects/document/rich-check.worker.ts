import { isRichText } from './markdown-text.ts'

/** Whether rich text keeps everything in the text that was sent. */
export type CheckerMessage = 'ready' | boolean

const tell = (message: CheckerMessage) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<string>) => tell(isRichText(data)))
tell('ready')
