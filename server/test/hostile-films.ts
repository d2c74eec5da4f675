interface HostileFilm {
  make(film: Buffer): Buffer
  /** The code of the task's error. */
  code: string
}

/** Damaged and hostile versions of an MP4 whose index is at the front. */
export const hostileFilms: Record<string, HostileFilm> = {
  empty: { make: () => Buffer.alloc(0), code: 'not_media' },
  text: {
    make: () => Buffer.from('This is a letter, and its name ends in .mp4.\n'.repeat(50)),
    code: 'not_media',
  },
  truncated: {
    make: (film) => film.subarray(0, Math.floor(film.length * 0.4)),
    code: 'media_damaged',
  },
  'without an index': {
    make: (film) => film.subarray(film.indexOf('mdat') - 4),
    code: 'not_media',
  },
  'huge frames': { make: hugeAvi, code: 'video_too_large' },
  'frames that last for hours': { make: longFrames, code: 'video_too_long' },
  'thousands of tracks': { make: (film) => manyTracks(film, 3000), code: 'not_media' },
  'a playlist': {
    make: () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
    code: 'not_media',
  },
  noise: { make: noisy, code: 'media_damaged' },
}

/** An uncompressed AVI of 200 bytes that claims frames of 12,000 × 12,000 pixels. */
function hugeAvi(): Buffer {
  const side = 12_000
  const numbers = (...values: number[]) =>
    Buffer.concat(
      values.map((value) => {
        const bytes = Buffer.alloc(4)
        bytes.writeUInt32LE(value)
        return bytes
      }),
    )
  const chunk = (id: string, content: Buffer) =>
    Buffer.concat([Buffer.from(id), numbers(content.length), content])
  const list = (id: string, ...parts: Buffer[]) =>
    chunk('LIST', Buffer.concat([Buffer.from(id), ...parts]))
  const head = chunk('avih', numbers(40_000, 0, 0, 16, 1, 0, 1, 0, side, side, 0, 0, 0, 0))
  const stream = chunk(
    'strh',
    Buffer.concat([Buffer.from('vidsDIB '), numbers(0, 0, 0, 1, 25, 0, 1, 0, 0, 0, 0, 0)]),
  )
  const format = chunk('strf', numbers(40, side, side, 1 + (24 << 16), 0, 0, 0, 0, 0, 0))
  const frames = list('movi', chunk('00db', Buffer.alloc(64, 0x55)))
  const content = Buffer.concat([
    ...[Buffer.from('AVI '), list('hdrl', head, list('strl', stream, format)), frames],
  ])
  return chunk('RIFF', content)
}

/** Each frame is said to be shown for hours. */
function longFrames(film: Buffer): Buffer {
  const long = Buffer.from(film)
  long.writeUInt32BE(0x0300_0000, long.indexOf('stts') + 16)
  long.writeUInt32BE(0x7000_0000, long.indexOf('elst') + 12)
  return long
}

/** The index of the film, with its first track repeated. The frames themselves do not matter. */
function manyTracks(film: Buffer, count: number): Buffer {
  const moov = film.indexOf('moov') - 4
  const trak = film.indexOf('trak') - 4
  const track = film.subarray(trak, trak + film.readUInt32BE(trak))
  const header = film.subarray(moov + 8, trak)
  const content = Buffer.concat([header, ...Array.from({ length: count }, () => track)])
  const start = Buffer.alloc(8)
  start.writeUInt32BE(content.length + 8)
  start.write('moov', 4)
  return Buffer.concat([
    ...[film.subarray(0, moov), start, content],
    film.subarray(moov + film.readUInt32BE(moov)),
  ])
}

function noisy(film: Buffer): Buffer {
  const noise = Buffer.from(film)
  noise.fill(0xa5, noise.indexOf('mdat') + 4)
  return noise
}
