import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../../../test/soak.ts'
import type { Phrase } from '../../../engines/transcription/adapters/transcription-engine.ts'
import { measureWidth } from './measure-text.ts'
import { expectSameCues, phrase } from './test-subtitles.ts'
import { type Cue, toCues } from './to-cues.ts'
import { toSrt, toVtt } from './write-subtitles.ts'

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
    expect(Math.max(...shown.map(measureWidth))).toBeLessThanOrEqual(42)
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
    expect(visible(cues)).toBe(pickLetters(`${text}ok`))
    const unnamed = toCues([phrase(0, 5000, text)])
    expectSameCues(unnamed)
    // No other line looks like the times of a cue.
    const times = /^\d+:\d+:\d+[,.]\d+ --> \d+:\d+:\d+[,.]\d+/gm
    expect(toSrt(cues).match(times)).toHaveLength(cues.length)
    expect(toSrt(unnamed).match(times)).toHaveLength(unnamed.length)
  })
})

/** The visible characters of a text, without word separators. */
function pickLetters(text: string): string {
  return text.toWellFormed().replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
}

function visible(cues: Cue[]): string {
  return pickLetters(cues.flatMap(({ lines }) => lines).join(''))
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
        expect(visible(cues)).toBe(pickLetters(ordered.map((one) => one.text).join('')))
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
            const unbreakable = measureWidth(shown) === 2 && limit === 1
            if (!unbreakable) expect(measureWidth(shown)).toBeLessThanOrEqual(limit)
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
