import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWav } from '../../src/engines/media/test-wav.ts'

/** Media files made to hurt: wrong lengths, huge tables, far durations, thousands of tracks. */
export interface HostileFile {
  type: string
  bytes: Buffer
}

const folder = join(import.meta.dirname, '../../src/engines/media/test-files')
const film = readFileSync(join(folder, 'turned-film.mp4'))
const tone = writeWav(8000, [Float32Array.from({ length: 8000 }, (_, at) => Math.sin(at / 5))])
const containers = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'udta', 'dinf']

interface Box {
  name: string
  start: number
  end: number
  inside: Box[]
}

function readBoxes(bytes: Buffer, start = 0, end = bytes.length): Box[] {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const boxEnd = length >= 8 ? Math.min(end, at + length) : end
    const inside = containers.includes(name) ? readBoxes(bytes, at + 8, boxEnd) : []
    boxes.push({ name, start: at, end: boxEnd, inside })
    at = boxEnd
  }
  return boxes
}

function listBoxes(boxes: readonly Box[]): Box[] {
  return boxes.flatMap((box) => [box, ...listBoxes(box.inside)])
}

/** A copy of the film in which every box of a name is changed. */
function changeBoxes(name: string, change: (box: Buffer) => void): Buffer {
  const copy = Buffer.from(film)
  for (const box of listBoxes(readBoxes(copy))) {
    if (box.name === name) change(copy.subarray(box.start, box.end))
  }
  return copy
}

/** Repeats the first track. The movie box comes last in the file, so no offset changes. */
function repeatTracks(count: number): Buffer {
  const moov = readBoxes(film).find(({ name }) => name === 'moov') as Box
  const trak = moov.inside.find(({ name }) => name === 'trak') as Box
  const tracks = Array.from({ length: count }, () => film.subarray(trak.start, trak.end))
  const inside = Buffer.concat([film.subarray(moov.start + 8, moov.end), ...tracks])
  const header = Buffer.alloc(8)
  header.writeUInt32BE(inside.length + 8)
  header.write('moov', 4)
  return Buffer.concat([film.subarray(0, moov.start), header, inside, film.subarray(moov.end)])
}

function changeWav(change: (file: Buffer) => void): Buffer {
  const copy = Buffer.from(tone)
  change(copy)
  return copy
}

/** A FLAC header that announces 2^36 samples, and no frames. */
function emptyFlac(): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(4096, 0)
  info.writeUInt16BE(4096, 2)
  // 44,100 Hz, two channels, 16 bits, and a sample count of all ones.
  info.set([0x0a, 0xc4, 0x42, 0xff, 0xff, 0xff, 0xff, 0xff], 10)
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info])
}

/** A Matroska file whose elements contain each other, each of unknown length. */
function nestedMatroska(depth: number): Buffer {
  const header = Buffer.from('1a45dfa3934282886d6174726f736b614287810442858102', 'hex')
  const segment = Buffer.from('18538067ffffffffffffffff', 'hex')
  return Buffer.concat([header, ...Array.from({ length: depth }, () => segment)])
}

export function hostileMedia(): Record<string, HostileFile> {
  const mp4 = (bytes: Buffer) => ({ type: 'video/mp4', bytes })
  const wav = (change: (file: Buffer) => void) => ({ type: 'audio/wav', bytes: changeWav(change) })
  return {
    '10,000 tracks': mp4(repeatTracks(10_000)),
    'frames that last for days': mp4(
      changeBoxes('stts', (box) => box.writeUInt32BE(0x7fffffff, 20)),
    ),
    'four billion frames': mp4(changeBoxes('stts', (box) => box.writeUInt32BE(0xffffffff, 16))),
    'a table of four billion entries': mp4(
      changeBoxes('stts', (box) => box.writeUInt32BE(0xffffffff, 12)),
    ),
    'samples of 4 GB': mp4(changeBoxes('stsz', (box) => box.writeUInt32BE(0xffffffff, 12))),
    'chunks behind the end': mp4(changeBoxes('stco', (box) => box.fill(0xff, 16))),
    'a timescale of zero': mp4(changeBoxes('mdhd', (box) => box.writeUInt32BE(0, 20))),
    'a duration of centuries': mp4(changeBoxes('mdhd', (box) => box.fill(0x7f, 24, 28))),
    'edits without end': mp4(changeBoxes('elst', (box) => box.fill(0x7f, 16, 24))),
    'a picture of 65,535 by 65,535': mp4(
      changeBoxes('stsd', (box) => {
        const at = box.indexOf('avc1')
        if (at > 0) box.fill(0xff, at + 28, at + 32)
      }),
    ),
    'a box that contains itself': mp4(changeBoxes('trak', (box) => box.writeUInt32BE(0, 0))),
    'data of 4 GB in 32 kB': wav((file) => file.writeUInt32LE(0xffffffff, 40)),
    'twenty samples per second': wav((file) => file.writeUInt32LE(20, 24)),
    'four billion samples per second': wav((file) => file.writeUInt32LE(0xffffffff, 24)),
    '65,535 channels': wav((file) => file.writeUInt16LE(65_535, 22)),
    'frames of zero bytes': wav((file) => file.writeUInt16LE(0, 32)),
    'an empty FLAC of weeks': { type: 'audio/flac', bytes: emptyFlac() },
    'nested Matroska': { type: 'video/x-matroska', bytes: nestedMatroska(20_000) },
    'an ID3 tag of 256 MB': {
      type: 'audio/mpeg',
      bytes: Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), tone]),
    },
  }
}

/** Cut off and changed copies of a film and a recording, chosen by a number between 0 and 1. */
export function damageMedia(random: () => number): HostileFile {
  const [bytes, type] = random() < 0.5 ? [film, 'video/mp4'] : [tone, 'audio/wav']
  const copy = Buffer.from(bytes)
  const end = random() < 0.5 ? Math.ceil(random() * copy.length) : copy.length
  for (let n = random() * 40; n > 0; n--) {
    copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256)
  }
  return { type, bytes: copy.subarray(0, end) }
}
