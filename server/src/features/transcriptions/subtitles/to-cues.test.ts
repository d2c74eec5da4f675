import { describe, expect, test } from 'vitest'
import { alignWords } from './align-words.ts'
import { measureWidth } from './measure-text.ts'
import { phrase } from './test-subtitles.ts'
import { timeWords } from './time-words.ts'
import { type CueOptions, toCues } from './to-cues.ts'

function layOutLines(text: string, options: CueOptions = {}, seconds = 60): string[][] {
  return toCues([phrase(0, seconds * 1000, text)], options).map(({ lines }) => lines)
}

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
    expect(layOutLines(text, {}, 6)).toEqual(lines)
  })

  test('a long sentence is split at natural breaks', () => {
    const text =
      'Some years ago, never mind how long precisely, having little or no money in my purse, ' +
      'and nothing particular to interest me on shore, I thought I would sail about a little ' +
      'and see the watery part of the world.'
    expect(layOutLines(text, {}, 14)).toEqual([
      ['Some years ago,', 'never mind how long precisely,'],
      ['having little or no money in my purse,'],
      ['and nothing particular', 'to interest me on shore,'],
      ['I thought I would sail about a little', 'and see the watery part of the world.'],
    ])
  })

  test('cues of one sentence are filled evenly, and no cue has a single leftover word', () => {
    const text = Array.from({ length: 15 }, (_, i) => `word${i % 10}`).join(' ')
    const sizes = layOutLines(text, {}, 12).map((lines) => lines.join(' ').split(' ').length)
    expect(sizes.toSorted()).toEqual([7, 8])
    // A comma before the last word invites a break there.
    const tempting = text.replace(/ (\w+)$/, ', $1')
    expect(
      layOutLines(tempting, {}, 6).map((lines) => lines.join(' ').split(' ').length),
    ).not.toContain(1)
  })

  test('no Japanese line starts with a closing mark or ends with an opening one', () => {
    const marked = '「今日は、いい天気ですね。」と彼は言った。（明日も、たぶん、晴れる。）'.repeat(
      3,
    )
    const plain = '彼は「はい」と言い彼女は「いいえ」と言い'.repeat(4)
    for (let maxCharsPerLine = 14; maxCharsPerLine <= 42; maxCharsPerLine++) {
      for (const text of [marked, plain]) {
        for (const line of layOutLines(text, { maxCharsPerLine }, 20).flat()) {
          expect(line).not.toMatch(/^[、。」）]|[「（]$/u)
        }
      }
    }
  })

  test('cutting a word in a script without spaces adds none', () => {
    const text = '私はスーパーカリフラジリスティックエクスピアリドーシャスが好き'
    const lines = layOutLines(text, { maxCharsPerLine: 10, maxLines: 4 }).flat()
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
    const lines = layOutLines(Array(12).fill('aaaaaaaaaa').join('\u00a0')).flat()
    expect(lines.join(' ').split(/\s/u)).toEqual(Array(12).fill('aaaaaaaaaa'))
  })

  test('phrases of one speaker get their own cues if there is time', () => {
    const cues = toCues([phrase(0, 2000, 'I went there.'), phrase(2000, 4000, 'It was closed.')])
    expect(cues.map(({ lines }) => lines)).toEqual([['I went there.'], ['It was closed.']])
  })

  test('by the short words of the language', () => {
    const text = 'Sie ging langsam durch den Garten mit der alten Katze'
    expect(layOutLines(text, { languageCode: 'de-DE' }, 5)).toEqual([
      ['Sie ging langsam durch den Garten', 'mit der alten Katze'],
    ])
  })

  test('wide characters take two columns, combined ones one, invisible ones none', () => {
    expect(
      ['a', '漢', 'ｱ', 'Ａ', 'é', 'e\u0301', '👩‍👩‍👧‍👦', '🇫🇷', '❤️', '한', '\u200d', 'ก็'].map(
        measureWidth,
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
    expect(layOutLines(text, { maxLines: 1, maxCharsPerLine: 200 }, 5)).toEqual([[text]])
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
