import { parse as parseSrt } from '@plussub/srt-vtt-parser'
import fc from 'fast-check'
import { validator as validateSrt } from 'srt-validator'
import { describe, expect, test } from 'vitest'
// @ts-expect-error it comes without types
import webvtt from 'webvtt-parser'
import { sample, seed } from '../../../../test/soak.ts'
import type { Phrase } from '../../../engines/transcription/adapters/transcription-engine.ts'
import { alignWords } from './align-words.ts'
import { widthOf } from './measure-text.ts'
import { timeWords } from './time-words.ts'
import { type Cue, type CueOptions, toCues } from './to-cues.ts'
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

function expectSameCues(cues: Cue[]) {
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

function phrase(start: number, end: number, text: string, speaker?: string): Phrase {
  return { start, end, text, ...(speaker === undefined ? {} : { speaker }) }
}

function linesOf(text: string, options: CueOptions = {}, seconds = 60): string[][] {
  return toCues([phrase(0, seconds * 1000, text)], options).map(({ lines }) => lines)
}

describe('output', () => {
  test('no phrases: only the header, and an empty file', () => {
    expect(toVtt(toCues([]))).toBe('WEBVTT\n')
    expect(toSrt(toCues([]))).toBe('')
    expect(toCues([phrase(0, 5000, ' \n\u200b\u00a0\u0000 ')])).toEqual([])
  })

  test('both files in full', () => {
    const cues = toCues([
      phrase(1_000, 2_500, 'Fish & <chips>?', 'Ann <3'),
      phrase(360_000_000, 360_003_000, 'Yes.', 'Bo'),
    ])
    expect(toVtt(cues)).toBe(
      'WEBVTT\n' +
        '\n00:00:01.000 --> 00:00:02.500\n<v Ann &lt;3>Fish &amp; &lt;chips&gt;?</v>\n' +
        '\n100:00:00.000 --> 100:00:03.000\n<v Bo>Yes.</v>\n',
    )
    expect(toSrt(cues)).toBe(
      '1\n00:00:01,000 --> 00:00:02,500\nAnn <3: Fish & <chips>?\n' +
        '\n2\n100:00:00,000 --> 100:00:03,000\nBo: Yes.\n',
    )
    expectSameCues(cues)
  })

  test('a name is not repeated after a pause', () => {
    const spoken = [phrase(0, 2000, 'One.', 'Ann'), phrase(9000, 9900, 'Two.', 'Ann')]
    const cues = toCues([...spoken, phrase(10_000, 12_000, 'No.', 'Bo')])
    expect(cues.map(({ label }) => label)).toEqual(['Ann', undefined, 'Bo'])
  })

  test('one speaker is not named in SRT', () => {
    const cues = toCues([phrase(0, 2000, 'One.', 'Ann'), phrase(3000, 5000, 'Two.', 'Ann')])
    expect(toSrt(cues)).not.toContain('Ann')
    expect(toVtt(cues).match(/<v Ann>/g)).toHaveLength(2)
  })

  test('a name appears once per turn, takes at most half a line, and the line still fits', () => {
    const name = 'The Right Honourable Member for Somewhere'
    const text = 'and this is what was said by them on that day, word for word, in the House.'
    const cues = toCues([phrase(0, 9000, text.repeat(2), name), phrase(9500, 11_000, 'No.', 'Bo')])
    const shown = toSrt(cues).split('\n')
    expect(shown.filter((line) => line.startsWith('The Right Honoura'))).toHaveLength(1)
    expect(Math.max(...shown.map(widthOf))).toBeLessThanOrEqual(42)
    expect(cues[0]?.label).toHaveLength(19)
  })

  test.each([
    'a --> b',
    '-->',
    '00:00:09,000 --> 00:00:10,000',
    '「漢字」、（（',
    '00:01.000-->00:02.000 line:0',
    'AT&T &amp; &lt; &nbsp; &lrm;',
    '<b>bold</b> <v Someone> </v> <00:00:01.000> <',
    'first\n\n\nsecond\r\n\r\nthird',
    '42',
    '42\n43',
    'NOTE this\nSTYLE that\nREGION\nWEBVTT',
    'שלום עולם! ‏مرحبا بالعالم‎',
    '👩‍👩‍👧‍👦 👍🏽 🇫🇷 ❤️',
    'zero\u200bwidth \ufeff\u200d join\u2060er',
    'bell\u0007 nul\u0000 escape\u001b[0m next\u0085line para\u2029graph',
    '\ud800 lone \udc00',
    '   much   space   ',
    '10\u00a0000\u00a0km',
    `${'\u00a0'.repeat(90)}x${'\u00a0'.repeat(90)}y`,
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    `e${'\u0301'.repeat(500)} ${'漢'.repeat(300)}`,
    '{\\an8}top {y:i}',
    '__proto__ constructor',
  ])('%j', (text) => {
    const cues = toCues([phrase(0, 20_000, text, text), phrase(20_000, 30_000, 'ok', 'B')])
    expect(cues.length).toBeGreaterThan(1)
    expectSameCues(cues)
    expect(visible(cues)).toBe(lettersOf(`${text}ok`))
    const unnamed = toCues([phrase(0, 5000, text)])
    expectSameCues(unnamed)
    // No other line looks like the times of a cue.
    const times = /^\d+:\d+:\d+[,.]\d+ --> \d+:\d+:\d+[,.]\d+/gm
    expect(toSrt(cues).match(times)).toHaveLength(cues.length)
    expect(toSrt(unnamed).match(times)).toHaveLength(unnamed.length)
  })
})

describe('where lines and cues are broken', () => {
  test.each<[string, string[][]]>([
    [
      'It fits into one line of forty-two columns',
      [['It fits into one line of forty-two columns']],
    ],
    [
      'When the rain stopped, everybody went out to dance',
      [['When the rain stopped,', 'everybody went out to dance']],
    ],
    [
      'He could not remember the name of the first horse',
      [['He could not remember', 'the name of the first horse']],
    ],
    [
      'They had left early; nobody knew the reason for it',
      [['They had left early;', 'nobody knew the reason for it']],
    ],
    [
      'She sang beautifully and everybody listened happily then',
      [['She sang beautifully', 'and everybody listened happily then']],
    ],
    [
      'Nobody had seen it coming at that moment. Why?',
      [['Nobody had seen it coming', 'at that moment. Why?']],
    ],
    [
      'That was the end of the story for them. Nobody came back to the old house by the lake, and the garden grew wild.',
      [
        ['That was the end of the story for them.'],
        ['Nobody came back to the old house', 'by the lake, and the garden grew wild.'],
      ],
    ],
    [
      '今日はいい天気ですね。明日も晴れるといいのですが、天気予報によると雨が降るそうです。',
      [
        ['今日はいい天気ですね。'],
        ['明日も晴れるといいのですが、', '天気予報によると雨が降るそうです。'],
      ],
    ],
    ['a'.repeat(100), [['a'.repeat(42)], ['a'.repeat(42), 'a'.repeat(16)]]],
  ])('%s', (text, lines) => {
    expect(linesOf(text, {}, 6)).toEqual(lines)
  })

  test('a long sentence is split at natural breaks', () => {
    const text =
      'Some years ago, never mind how long precisely, having little or no money in my purse, ' +
      'and nothing particular to interest me on shore, I thought I would sail about a little ' +
      'and see the watery part of the world.'
    expect(linesOf(text, {}, 14)).toEqual([
      ['Some years ago,', 'never mind how long precisely,'],
      ['having little or no money in my purse,'],
      ['and nothing particular', 'to interest me on shore,'],
      ['I thought I would sail about a little', 'and see the watery part of the world.'],
    ])
  })

  test('cues of one sentence are filled evenly, and no cue has a single leftover word', () => {
    const text = Array.from({ length: 15 }, (_, i) => `word${i % 10}`).join(' ')
    const sizes = linesOf(text, {}, 12).map((lines) => lines.join(' ').split(' ').length)
    expect(sizes.toSorted()).toEqual([7, 8])
    // A comma before the last word invites a break there.
    const tempting = text.replace(/ (\w+)$/, ', $1')
    expect(
      linesOf(tempting, {}, 6).map((lines) => lines.join(' ').split(' ').length),
    ).not.toContain(1)
  })

  test('no Japanese line starts with a closing mark or ends with an opening one', () => {
    const marked = '「今日は、いい天気ですね。」と彼は言った。（明日も、たぶん、晴れる。）'.repeat(
      3,
    )
    const plain = '彼は「はい」と言い彼女は「いいえ」と言い'.repeat(4)
    for (let maxCharsPerLine = 14; maxCharsPerLine <= 42; maxCharsPerLine++) {
      for (const text of [marked, plain]) {
        for (const line of linesOf(text, { maxCharsPerLine }, 20).flat()) {
          expect(line).not.toMatch(/^[、。」）]|[「（]$/u)
        }
      }
    }
  })

  test('cutting a word in a script without spaces adds none', () => {
    const text = '私はスーパーカリフラジリスティックエクスピアリドーシャスが好き'
    const lines = linesOf(text, { maxCharsPerLine: 10, maxLines: 4 }).flat()
    expect(lines.join('')).toBe(text)
  })

  test('a pause splits cues, so that no word is shown long before it is spoken', () => {
    const at = (text: string, start: number) => ({ text, start, end: start + 400, confidence: 1 })
    const before = [at('He', 0), at('looked', 400), at('around', 800)]
    const after = [at('everything', 2700), at('was', 3100), at('gone', 3500)]
    const text = 'He looked around everything was gone'
    const cues = toCues([{ ...phrase(0, 3900, text), words: [...before, ...after] }])
    expect(cues.map(({ lines }) => lines)).toEqual([['He looked around'], ['everything was gone']])
  })

  test('words joined by non-breaking spaces are split only if necessary, never inside', () => {
    const lines = linesOf(Array(12).fill('aaaaaaaaaa').join('\u00a0')).flat()
    expect(lines.join(' ').split(/\s/u)).toEqual(Array(12).fill('aaaaaaaaaa'))
  })

  test('phrases of one speaker get their own cues if there is time', () => {
    const cues = toCues([phrase(0, 2000, 'I went there.'), phrase(2000, 4000, 'It was closed.')])
    expect(cues.map(({ lines }) => lines)).toEqual([['I went there.'], ['It was closed.']])
  })

  test('by the short words of the language', () => {
    const text = 'Sie ging langsam durch den Garten mit der alten Katze'
    expect(linesOf(text, { languageCode: 'de-DE' }, 5)).toEqual([
      ['Sie ging langsam durch den Garten', 'mit der alten Katze'],
    ])
  })

  test('wide characters take two columns, combined ones one, invisible ones none', () => {
    expect(
      ['a', '漢', 'ｱ', 'Ａ', 'é', 'e\u0301', '👩‍👩‍👧‍👦', '🇫🇷', '❤️', '한', '\u200d', 'ก็'].map(
        widthOf,
      ),
    ).toEqual([1, 2, 1, 2, 1, 1, 2, 2, 2, 2, 0, 1])
  })

  test('a change of speaker starts a cue; short phrases of one speaker share one', () => {
    const cues = toCues([
      phrase(0, 400, 'Well.', 'A'),
      phrase(450, 900, 'Yes.', 'A'),
      phrase(900, 2400, 'Who says that?', 'B'),
      phrase(2400, 4000, 'I do.', 'A'),
    ])
    expect(cues.map(({ lines, speaker }) => [speaker, ...lines])).toEqual([
      ['A', 'Well. Yes.'],
      ['B', 'Who says that?'],
      ['A', 'I do.'],
    ])
  })

  test('other limits', () => {
    const text = 'one two three four five six seven eight nine ten'
    for (const { lines } of toCues([phrase(0, 9000, text)], { maxCharsPerLine: 10, maxLines: 3 })) {
      expect(lines.length).toBeLessThanOrEqual(3)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(10)
    }
    expect(linesOf(text, { maxLines: 1, maxCharsPerLine: 200 }, 5)).toEqual([[text]])
    expect(() => toCues([], { maxLines: 0 })).toThrow(RangeError)
    expect(() => toCues([], { maxCharsPerLine: 1.5 })).toThrow(RangeError)
  })
})

describe('when words are shown', () => {
  const words = ['This', 'was', 'said.', 'That', 'was', 'said', 'later.'].map((text, i) => ({
    text,
    start: i < 3 ? i * 500 : 10_000 + i * 500,
    end: (i < 3 ? i * 500 : 10_000 + i * 500) + 400,
    confidence: 0.9,
  }))
  const spoken = { start: 0, end: 14_000, words }

  test('by the times of the words', () => {
    const cues = toCues([{ ...spoken, text: 'This was said. That was said later.' }])
    expect(cues).toEqual([
      { startMs: 0, endMs: 1400, lines: ['This was said.'] },
      { startMs: 11_500, endMs: 13_400, lines: ['That was said later.'] },
    ])
  })

  test('a corrected word keeps its time, and so do the others', () => {
    const cues = toCues([{ ...spoken, text: 'This was never said. That is said later.' }])
    expect(cues.map(({ startMs }) => startMs)).toEqual([0, 11_500])
    expect(cues.map(({ lines }) => lines)).toEqual([
      ['This was never said.'],
      ['That is said later.'],
    ])
  })

  test('engines may split words differently, overlap them or run backwards', () => {
    const at = (text: string, start: number, end: number) => ({ text, start, end, confidence: 1 })
    const words = [
      at('I', 0, 100),
      at(' can', 1000, 1200),
      at("'t", 1150, 1100),
      at('go.', 5000, 5100),
    ]
    expect(timeWords({ ...phrase(0, 6000, "I can't go."), words })).toMatchObject([
      { text: 'I', startMs: 0, endMs: 100 },
      { text: "can't", startMs: 1000, endMs: 1200 },
      { text: 'go.', startMs: 5000, endMs: 5100 },
    ])
    // An extra comma or capital letter does not make a different word.
    const heard = [at('i', 0, 100), at('think', 1000, 1100), at('so', 5000, 5100)]
    expect(timeWords({ ...phrase(0, 6000, 'I Think, so!'), words: heard })).toMatchObject([
      { text: 'I', startMs: 0, endMs: 100 },
      { text: 'Think,', startMs: 1000, endMs: 1100 },
      { text: 'so!', startMs: 5000, endMs: 5100 },
    ])
    const swapped = [at('a', 0, 900), at('b', 500, 600), at('c', 100, 1000)]
    const timed = timeWords({ ...phrase(0, 1000, 'a b c'), words: swapped })
    expect(timed.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 900],
      [900, 900],
      [900, 1000],
    ])
  })

  test('unchanged words are found among changed ones', () => {
    expect(alignWords(['q', 'a', 'r'], ['x', 'a', 'y'])).toEqual([undefined, 1, undefined])
    expect(alignWords(['a', 'n', 'b', 'c'], ['a', 'b', 'x', 'c'])).toEqual([0, undefined, 1, 3])
    expect(alignWords([], ['a'])).toEqual([])
  })

  test('slow speech: each word is on the screen when it is spoken', () => {
    const words = Array.from({ length: 12 }, (_, i) => ({
      text: `word${i}`,
      start: i * 1500,
      end: i * 1500 + 900,
      confidence: 1,
    }))
    const cues = toCues([{ ...phrase(0, 18_000, words.map(({ text }) => text).join(' ')), words }])
    for (const { text, start, end } of words) {
      const cue = cues.find(({ lines }) => lines.join(' ').split(' ').includes(text))
      expect(cue?.startMs).toBeLessThanOrEqual(start)
      expect(cue?.endMs).toBeGreaterThanOrEqual(end)
    }
  })

  test('overlapping speech comes after, and takes no time from the other speaker', () => {
    const long = 'This goes on for a while, without an end. And then it goes on, and on, and on.'
    const alone = toCues([phrase(0, 10_000, long, 'A')])
    const both = toCues([phrase(0, 10_000, long, 'A'), phrase(4000, 6000, 'Stop.', 'B')])
    expect(both.map(({ startMs }) => startMs)).toEqual([
      ...alone.map(({ startMs }) => startMs),
      10_000,
    ])
  })

  test('without matching words, in proportion to letters', () => {
    const text = `${'x'.repeat(10)} ${'y'.repeat(30)}`
    const options = { maxCharsPerLine: 30, maxLines: 1 }
    const expected = [
      { startMs: 920, endMs: 1920 }, // 80 ms early, to last one second
      { startMs: 2000, endMs: 5000 },
    ]
    const other = [{ text: 'else', start: 1000, end: 1100, confidence: 1 }]
    for (const more of [{}, { words: [] }, { words: other }]) {
      expect(toCues([{ ...phrase(1000, 5000, text), ...more }], options)).toMatchObject(expected)
    }
  })
})

/** The visible characters of a text, without word separators. */
function lettersOf(text: string): string {
  return text.toWellFormed().replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
}

function visible(cues: Cue[]): string {
  return lettersOf(cues.flatMap(({ lines }) => lines).join(''))
}

const nasty = fc.constantFrom(
  ...[
    '-->',
    '&amp;',
    '<v x>',
    '7',
    '\n\n',
    '\u200b',
    '👨‍👩‍👧',
    'שלום',
    '漢字かな交じり文。',
    '\u0000',
    '\u00a0',
  ],
)
const text = fc
  .array(fc.oneof(fc.lorem({ maxCount: 6 }), fc.string({ unit: 'binary' }), fc.string(), nasty), {
    maxLength: 12,
  })
  .map((parts) => parts.join(' '))
const anyTime = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(Number.NaN, -5, 0, 1e300, Number.POSITIVE_INFINITY, 4e8, 0.5),
  },
)
const word = fc.record({ text, start: anyTime, end: anyTime, confidence: fc.double() })
const speaker = fc.constantFrom(
  'A',
  'Bea',
  'a --> b',
  'Ann & <Bo>',
  '',
  ' ',
  '司会者',
  'x'.repeat(60),
)
const anyPhrase: fc.Arbitrary<Phrase> = fc.record(
  { start: anyTime, end: anyTime, text, speaker, words: fc.array(word, { maxLength: 5 }) },
  { requiredKeys: ['start', 'end', 'text'] },
)
const options = fc.record(
  {
    maxCharsPerLine: fc.integer({ min: 1, max: 60 }),
    maxLines: fc.integer({ min: 1, max: 4 }),
    languageCode: fc.constantFrom('en-US', 'de', 'xx'),
  },
  { requiredKeys: [] },
)

describe('for any phrases and options', () => {
  test('both files parse, carry the same cues, and keep every limit', () => {
    fc.assert(
      fc.property(fc.array(anyPhrase, { maxLength: 6 }), options, (phrases, chosen) => {
        const cues = toCues(phrases, chosen)
        expectSameCues(cues)
        const ordered = phrases.toSorted((a, b) => (a.start || 0) - (b.start || 0))
        expect(visible(cues)).toBe(lettersOf(ordered.map((one) => one.text).join('')))
        let free = 0
        for (const { startMs, endMs, lines, label } of cues) {
          expect(startMs).toBeGreaterThanOrEqual(free)
          expect(endMs - startMs).toBeGreaterThanOrEqual(250)
          expect(endMs - startMs).toBeLessThanOrEqual(7000)
          free = endMs + 80
          expect(lines.length).toBeLessThanOrEqual(chosen.maxLines ?? 2)
          for (const [i, line] of lines.entries()) {
            const shown = i === 0 && label !== undefined ? `${label}: ${line}` : line
            const limit = chosen.maxCharsPerLine ?? 42
            const unbreakable = widthOf(shown) === 2 && limit === 1
            if (!unbreakable) expect(widthOf(shown)).toBeLessThanOrEqual(limit)
            expect(line).not.toBe('')
          }
        }
      }),
      { numRuns: sample(200, 10_000), seed },
    )
  })

  test('words stay whole and separated by one space', () => {
    const sentence = fc.lorem({ maxCount: 40 })
    const width = fc.integer({ min: 16, max: 60 })
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 5 }), width, (texts, maxCharsPerLine) => {
        const phrases = texts.map((one, i) => phrase(i * 9000, i * 9000 + 8000, one))
        const cues = toCues(phrases, { maxCharsPerLine })
        const shown = cues.flatMap(({ lines }) => lines).join(' ')
        expect(shown).toBe(texts.join(' '))
      }),
      { numRuns: sample(100, 10_000), seed },
    )
  })
})
