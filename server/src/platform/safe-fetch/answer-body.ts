import { type Duplex, pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { asRefusal, FetchRefused } from './fetch-refused.ts'

interface BodyLimits {
  contentEncoding: string | undefined
  maxBytes: number
  /** After an abort, errors of the body are replaced by the abort's reason. */
  signal: AbortSignal
  /** Called once, when the body was read, dropped or failed. */
  onClose: () => void
}

/**
 * The body for its reader: decompressed, and cut off with an error once it exceeds the limit,
 * whatever the headers claim. Chunks pass one by one, so a decompression bomb costs no memory.
 */
export function answerBody(source: Readable, limits: BodyLimits): Readable {
  const body = limitedBody(limits)
  // The reader of the body sees the error. Without a reader, it must not end the process.
  body.on('error', () => {})
  const decoder = createDecoder(limits.contentEncoding)
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

/** We request no compression, but some servers compress anyway. Only one layer is decoded. */
function createDecoder(contentEncoding: string | undefined): Duplex | undefined {
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
        message: 'The response uses an unsupported compression.',
      })
  }
}
