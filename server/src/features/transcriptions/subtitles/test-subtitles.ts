import { parse as parseSrt } from '@plussub/srt-vtt-parser'
import { validator as validateSrt } from 'srt-validator'
import { expect } from 'vitest'
// @ts-expect-error it comes without types
import webvtt from 'webvtt-parser'
import type { Phrase } from '../../../engines/transcription/adapters/transcription-engine.ts'
import type { Cue } from './to-cues.ts'
import { toSrt, toVtt } from './write-subtitles.ts'

interface VttNode {
  type: string
  value: string
  name: string
  children?: VttNode[]
}
interface VttCue {
  startTime: number
  endTime: number
  tree: { children: VttNode[] }
}

interface SrtEntry {
  id: string
  from: number
  to: number
  text: string
}

/** Without this table, the parser leaves the semicolon of "&amp;" in the text. */
const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Reads WebVTT with the W3C's parser, which must find no errors. */
function readVtt(file: string) {
  const { cues, errors } = new webvtt.WebVTTParser(entities).parse(
    file,
    'subtitles/captions/descriptions',
  )
  expect(errors).toEqual([])
  return (cues as VttCue[]).map(({ startTime, endTime, tree }) => {
    const [first] = tree.children
    const voice = first?.name === 'v' ? first : undefined
    const texts = voice?.children ?? tree.children
    return {
      startMs: Math.round(startTime * 1000),
      endMs: Math.round(endTime * 1000),
      lines: texts
        .map(({ value }) => value)
        .join('')
        .split('\n'),
      ...(voice ? { speaker: unescapeName(voice.value) } : {}),
    }
  })
}

/** The parser does not unescape voice names. */
function unescapeName(name: string): string {
  return name.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** Reads SRT with one parser for the content and another for errors (below 100 hours). */
function readSrt(file: string) {
  const { entries } = parseSrt(file) as { entries: SrtEntry[] }
  const below100Hours = !/^\d{3,}:/m.test(file)
  if (entries.length > 0 && below100Hours) expect(validateSrt(file)).toEqual([])
  return entries.map(({ id, from, to, text }, i) => {
    expect(id).toBe(String(i + 1))
    return { startMs: from, endMs: to, lines: text.replaceAll('\u2060', '').split('\n') }
  })
}

export function expectSameCues(cues: Cue[]) {
  for (const line of cues.flatMap(({ lines }) => lines)) expect(line).toBe(line.trim())
  // As sent: characters that UTF-8 cannot represent would not survive.
  const [vtt, srt] = [toVtt(cues), toSrt(cues)].map((file) => Buffer.from(file).toString()) as [
    string,
    string,
  ]
  for (const file of [vtt, srt]) expect(file).not.toMatch(/\r|\n\n$/)
  expect(vtt.endsWith('\n')).toBe(true)
  expect(readVtt(vtt)).toEqual(cues.map(({ label: _, ...cue }) => cue))
  const written = cues.map(({ startMs, endMs, lines, label }) => {
    const [first = '', ...rest] = lines
    const shown = [label === undefined ? first : `${label}: ${first}`, ...rest]
    return { startMs, endMs, lines: shown.map((line) => line.replaceAll('\u2060', '')) }
  })
  expect(readSrt(srt)).toEqual(written)
}

export function phrase(start: number, end: number, text: string, speaker?: string): Phrase {
  return { start, end, text, ...(speaker === undefined ? {} : { speaker }) }
}
