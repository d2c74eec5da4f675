import { type Duplex, pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { asRefusal, FetchRefused } from './fetch-refused.ts'

interface BodyLimits {
  contentEncoding: string | undefined
  maxBytes: number
  /** Whatever breaks the body after an abort is the abort's reason. */
  signal: AbortSignal
  /** Called once, when the body has been read, dropped or has failed. */
  onClose: () => void
}

/**
 * The body as its reader gets it: decompressed, and cut off with an error as soon as it is larger
 * than allowed, whatever the headers promised. Chunks pass one by one, so a bomb costs no memory.
 */
export function answerBody(source: Readable, limits: BodyLimits): Readable {
  const body = limitedBody(limits)
  // Whoever reads the body sees the error; nobody reading it must not end the process.
  body.on('error', () => {})
  const decoder = decoderFor(limits.contentEncoding)
  const ignore = () => {}
  if (decoder) pipeline(source, decoder, body, ignore)
  else pipeline(source, body, ignore)
  return body
}

function limitedBody({ maxBytes, signal, onClose }: BodyLimits): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(new FetchRefused('too_large'))
      else done(null, chunk)
    },
    destroy(error, done) {
      onClose()
      done(error && ((signal.aborted ? signal.reason : asRefusal(error)) as Error))
    },
  })
}

/** We ask for no compression; some servers compress all the same. One layer is read, not more. */
function decoderFor(contentEncoding: string | undefined): Duplex | undefined {
  switch (contentEncoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new FetchRefused('wrong_type', {
        message: 'The answer is compressed in a way that is not understood.',
      })
  }
}
