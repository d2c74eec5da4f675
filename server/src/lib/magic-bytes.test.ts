import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../test/soak.ts'
import { detectType, headBytes } from './magic-bytes.ts'

/** The first bytes of files created by sharp, FFmpeg, ImageMagick and fontforge. */
const realFiles: [name: string, mediaType: string, kind: string, head: string][] = [
  ['png', 'image/png', 'image', 'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetI'],
  ['jpeg', 'image/jpeg', 'image', '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQO'],
  ['webp', 'image/webp', 'image', 'UklGRk4AAABXRUJQVlA4IEIAAACQAwCdASpAADAA'],
  ['gif', 'image/gif', 'image', 'R0lGODlhQAAwAIAAAExpccwzMyH5BAUAAAAALAAA'],
  ['tiff', 'image/tiff', 'image', 'SUkqAGIAAAD/2P/AABEIADAAQAMBIgACEQEDEQH/'],
  ['bigtiff', 'image/tiff', 'image', 'SUkrAAgAAABqAAAAAAAAAP/Y/8AAEQgAMABAAwEi'],
  ['avif', 'image/avif', 'image', 'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRh'],
  ['heic', 'image/heic', 'image', 'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAaptZXRh'],
  ['bmp', 'image/bmp', 'image', 'Qk2KJAAAAAAAAIoAAAB8AAAAQAAAADAAAAABABgA'],
  ['mp4', 'video/mp4', 'video', 'AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAAI'],
  ['mov', 'video/quicktime', 'video', 'AAAAFGZ0eXBxdCAgAAACAHF0ICAAAAAId2lkZQAACT1tZGF0'],
  ['webm', 'video/webm', 'video', 'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYEC'],
  ['mkv', 'video/x-matroska', 'video', 'GkXfo6NChoEBQveBAULygQRC84EIQoKIbWF0cm9za2FCh4EE'],
  ['ogv', 'video/ogg', 'video', 'T2dnUwACAAAAAAAAAACEbHH2AAAAAA5mdYwBKoB0aGVvcmED'],
  ['mp3', 'audio/mpeg', 'audio', 'SUQzBAAAAAAAI1RTU0UAAAAPAAADTGF2ZjU5LjI3'],
  ['mp3 without tags', 'audio/mpeg', 'audio', '//tAwAAAAAAAAAAAAAAAAAAAAAAASW5mbwAAAA8A'],
  ['wav', 'audio/wav', 'audio', 'UklGRs5YAQBXQVZFZm10IBAAAAABAAEARKwAAIhY'],
  ['opus', 'audio/ogg', 'audio', 'T2dnUwACAAAAAAAAAAB1yzLtAAAAAOmI3KoBE09wdXNIZWFk'],
  ['vorbis', 'audio/ogg', 'audio', 'T2dnUwACAAAAAAAAAADecz7QAAAAADeVmvABHgF2b3JiaXMA'],
  ['flac', 'audio/flac', 'audio', 'ZkxhQwAAACISABIAAALxAATzCsRA8AAArESbqV6F'],
  ['m4a', 'audio/mp4', 'audio', 'AAAAHGZ0eXBNNEEgAAACAE00QSBpc29taXNvMgAAAAhmcmVl'],
  ['ttf', 'font/ttf', 'font', 'AAEAAAAUAQAABABARkZUTaBPHiQAAAFMAAAAHEdE'],
  ['otf', 'font/otf', 'font', 'T1RUTwALAIAAAwAwQ0ZGIE2x+kIAAApUAAAxs0ZG'],
  ['woff', 'font/woff', 'font', 'd09GRk9UVE8AAIV0AAsAAAAAuhQAAwAAAAAAAAAA'],
  ['woff2', 'font/woff2', 'font', 'd09GMgABAAAAAJ7QABEAAAABXegAAJ5uAAEAAAAA'],
  ['zip', 'application/zip', 'other', 'UEsDBBQAAAAAAOIUb12sKpPYAgAAAAIAAAAFAAAA'],
]

const asf = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c'
const asfVideo = '\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b'
const asfAudio = '\x40\x9e\x69\xf8\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b'

describe('detectType', () => {
  test.each(realFiles)('%s', (_name, mediaType, kind, head) => {
    expect(detectType(Buffer.from(head, 'base64'))).toEqual({ mediaType, kind })
  })

  test.each([
    ['pdf', '%PDF-1.7\n', 'application/pdf', 'pdf'],
    ['heif by another brand', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'image/heic', 'image'],
    ['avif under the brand mif1', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'image/avif', 'image'],
    ['old quicktime', '\0\0\0\x08wide\0\0\0\0mdat', 'video/quicktime', 'video'],
    ['font collection', 'ttcf\0\x01\0\0', 'font/collection', 'font'],
    ['avi', 'RIFF\0\0\0\0AVI LIST', 'video/x-msvideo', 'video'],
    ['3gp', '\0\0\0\x18ftyp3gp4\0\0\x02\0isom3gp4', 'video/3gpp', 'video'],
    ['f4v', '\0\0\0\x14ftypf4v \0\0\0\0f4v ', 'video/mp4', 'video'],
    ['flv', 'FLV\x01\x05\0\0\0\x09', 'video/x-flv', 'video'],
    ['flv with audio only', 'FLV\x01\x04\0\0\0\x09', 'audio/x-flv', 'audio'],
    ['wmv', `${asf}…${asfVideo}…${asfAudio}`, 'video/x-ms-wmv', 'video'],
    ['wma', `${asf}…${asfAudio}`, 'audio/x-ms-wma', 'audio'],
    ['mpeg-2 program stream', '\0\0\x01\xba\x44\0', 'video/mpeg', 'video'],
    ['mpeg-1 program stream', '\0\0\x01\xba\x21\0', 'video/mpeg', 'video'],
    ['transport stream', `G${' '.repeat(187)}`.repeat(3), 'video/mp2t', 'video'],
    ['camcorder', `....G${' '.repeat(187)}`.repeat(3), 'video/mp2t', 'video'],
    ['realmedia', '.RMF\0\0\0\x12', 'video/x-pn-realvideo', 'video'],
    ['empty zip', 'PK\x05\x06\0\0\0\0', 'application/zip', 'other'],
  ])('%s', (_name, head, mediaType, kind) => {
    expect(detectType(Buffer.from(head, 'latin1'))).toEqual({ mediaType, kind })
  })

  test.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\ufeff<svg>',
    '  \n<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ""><SVG >',
    '<!-- a comment --><s:svg xmlns:s="http://www.w3.org/2000/svg">',
    '<!DOCTYPE svg [<!ENTITY x "y">]><svg\nonload="alert(1)">',
  ])('finds svg, and does not call it an image: %j', (text) => {
    const svg = { mediaType: 'image/svg+xml', kind: 'other' }
    expect(detectType(Buffer.from(text))).toEqual(svg)
    expect(detectType(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(svg)
    expect(detectType(Buffer.from(text, 'utf16le'))).toEqual(svg)
    expect(detectType(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toEqual(svg)
  })

  test.each([
    ...[
      '',
      'B',
      'BM',
      'BMW is a brand of cars, and this is a text',
      'GIF',
      'GIF88a',
      'RIFF',
      '%PDF',
    ],
    ...['<!doctype html><p>svg', '<html>', '{"svg": "<svg>"}', 'OggS', '\x1a\x45\xdf\xa3 nothing'],
    ...[
      'RIFF\0\0\0\0AVI ',
      'Good morning, dear G',
      'FLV\x01\xff\0\0\0\x09',
      '#!/bin/sh',
      'MZ\x90',
      '\x7fELF',
      '\x1f\x8b\x08',
      '\0\0\0\x18ftypjp2 ',
    ],
    ...[
      '\xff\xfe<\0h\0',
      '\xff\xff\xff\xff',
      '\xff\xfb\xf0\0',
      '\0\0\0\0ftyp',
      '\0\0\0\x01ftypisom',
    ],
  ])('does not know %j', (head) => {
    expect(detectType(Buffer.from(head, 'latin1'))).toBeUndefined()
  })

  test('looks at the beginning only, and survives any bytes', () => {
    const late = Buffer.concat([Buffer.alloc(headBytes, ' '), Buffer.from('<svg>')])
    expect(detectType(late)).toBeUndefined()
    const starts = realFiles.map(([, , , head]) => Buffer.from(head, 'base64'))
    const damaged = fc
      .tuple(fc.constantFrom(...starts), fc.nat(40), fc.uint8Array({ maxLength: 64 }))
      .map(([start, length, rest]) => Buffer.concat([start.subarray(0, length), rest]))
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 5_000 })), (bytes) => {
        detectType(bytes)
      }),
      { numRuns: sample(100, 5000), seed },
    )
  })

  test('reads a view into a larger buffer as that view', () => {
    const large = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('%PDF-1.7')])
    expect(detectType(large.subarray(6))?.kind).toBe('pdf')
  })
})
