import llamaTokenizer from 'llama-tokenizer-js'
import { describe, expect, test } from 'vitest'
import { fillTimes } from './fill-times.ts'
import { guessSounds } from './guess-sounds.ts'
import { repeatedTail } from './repeated-tail.ts'
import { splitPhrases } from './split-phrases.ts'
import { spokenForm } from './spoken-form.ts'
import { silenceTrimmer } from './trim-to-sound.ts'
import { wordsOfTokens } from './words-of-tokens.ts'

function buildTokens(text: string, probability = 0.5) {
  return llamaTokenizer.encode(text, false).map((id) => ({ id, probability }))
}

describe('words of tokens', () => {
  test.each([
    'Hello there, this is a test.',
    'Zoë paid €25 for naïve 東京 sushi.',
    "It's 10:30, isn't it?",
  ])('%s', (text) => {
    const words = wordsOfTokens(buildTokens(text))
    expect(words.map((word) => word.text).join(' ')).toBe(text)
    expect(words.length).toBe(text.split(' ').length)
  })

  test('a lone punctuation mark joins the previous word; punctuation alone is not a word', () => {
    const words = wordsOfTokens(buildTokens('well – no ...'))
    expect(words.map(({ text }) => text)).toEqual(['well –', 'no ...'])
    expect(wordsOfTokens(buildTokens('– ...'))).toEqual([])
  })

  test('confidence is the mean of its tokens, and marks of the model are skipped', () => {
    const [first, ...rest] = buildTokens('unbelievably')
    const tokens = [
      { id: 1, probability: 0 },
      { id: first?.id ?? 0, probability: 1 },
    ]
    const [word] = wordsOfTokens([...tokens, ...rest.map(({ id }) => ({ id, probability: 0.25 }))])
    expect(word?.text).toBe('unbelievably')
    expect(word?.confidence).toBeCloseTo(0.25 ** (rest.length / (rest.length + 1)), 5)
  })
})

describe('loops', () => {
  const ids = (list: number[]) => list.map((id) => ({ id }))

  test('are noticed, and one round is left', () => {
    expect(repeatedTail(ids([1, 2, 5, 6, 7, 5, 6, 7, 5, 6, 7, 5, 6, 7]))).toBe(9)
    expect(repeatedTail(ids([1, 5, 5, 5, 5, 5, 5, 5, 5]))).toBe(7)
  })

  test('are distinguished from real repetition', () => {
    expect(repeatedTail(ids([5, 5, 5, 5, 5, 5, 5]))).toBe(0)
    expect(repeatedTail(ids([5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 8]))).toBe(0)
    expect(repeatedTail(ids([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))).toBe(0)
  })
})

describe('how a written word sounds', () => {
  test.each([
    ['Hello,', 'hello'],
    ["don't", "don't"],
    ['“Café”', 'cafe'],
    ['25', 'twenty five'],
    ['1,204', 'one thousand two hundred four'],
    ['2000000', 'two million'],
    ['1998,', 'nineteen ninety eight'],
    ['1905', 'nineteen oh five'],
    ['2007', 'two thousand seven'],
    ['1900', 'nineteen hundred'],
    ['1980s', 'nineteen eighties'],
    ['21st', 'twenty first'],
    ['12th', 'twelfth'],
    ['3.14', 'three point one four'],
    ['$2.50', 'two fifty dollars'],
    ['50%', 'fifty percent'],
    ['10:30', 'ten thirty'],
    ['007', 'zero zero seven'],
    ['20-year-old', 'twenty year old'],
    ['R&B', 'r and b'],
    ['東京', ''],
  ])('%s → %s', (word, spoken) => {
    expect(spokenForm(word).join(' ')).toBe(spoken)
  })

  test('a name that is in no dictionary is guessed', () => {
    expect(guessSounds('atelier')).toBe('AE T EH L IY R')
    expect(guessSounds('whizz')).toBe('W IH Z')
    expect(guessSounds('strake')).toBe('S T R AE K')
    expect(guessSounds("'")).toBe('')
  })
})

describe('times', () => {
  const room = { startMs: 0, endMs: 1000 }

  test('words without a match share the time between their neighbours by length', () => {
    const found = [{ startMs: 100, endMs: 200 }, undefined, undefined, { startMs: 500, endMs: 900 }]
    expect(fillTimes(['a', 'b', 'cc', 'd'], found, room)).toEqual([
      { startMs: 100, endMs: 200 },
      { startMs: 200, endMs: 300 },
      { startMs: 300, endMs: 500 },
      { startMs: 500, endMs: 900 },
    ])
    expect(fillTimes(['a', 'bbb'], [undefined, undefined], room)).toEqual([
      { startMs: 0, endMs: 250 },
      { startMs: 250, endMs: 1000 },
    ])
  })

  test('never run backwards and never leave the room', () => {
    const wild = [
      { startMs: -50, endMs: 400 },
      { startMs: 300, endMs: 200 },
      undefined,
      { startMs: 350, endMs: 2000 },
      { startMs: 1500, endMs: 1600 },
    ]
    const times = fillTimes(['a', 'b', 'c', 'd', 'e'], wild, room)
    const flat = times.flatMap(({ startMs, endMs }) => [startMs, endMs])
    expect(flat).toEqual(flat.toSorted((one, other) => one - other))
    expect([flat[0], flat.at(-1)]).toEqual([0, 1000])
  })

  test('silence is taken off a word, and the end of its neighbour', () => {
    const loud = (fromMs: number, toMs: number) => (at: number) =>
      at >= fromMs * 16 && at < toMs * 16
    const voices = [loud(0, 230), loud(500, 700), loud(900, 1000)]
    const sound = Float32Array.from({ length: 16_000 }, (_, at) =>
      voices.some((isLoud) => isLoud(at)) ? 0.3 * Math.sin(at) : 0.0002 * Math.sin(at * 7),
    )
    const trim = silenceTrimmer(sound)
    expect(trim({ startMs: 300, endMs: 800 })).toEqual({ startMs: 500, endMs: 700 })
    expect(trim({ startMs: 200, endMs: 800 })).toEqual({ startMs: 500, endMs: 700 })
    expect(trim({ startMs: 500, endMs: 930 })).toEqual({ startMs: 500, endMs: 700 })
    expect(trim({ startMs: 100, endMs: 700 })).toEqual({ startMs: 100, endMs: 700 })
    expect(trim({ startMs: 300, endMs: 400 })).toEqual({ startMs: 300, endMs: 400 })
  })

  test('nothing is trimmed where noise is as loud as the voice', () => {
    const noise = Float32Array.from({ length: 16_000 }, (_, at) => 0.3 * Math.sin(at * at))
    expect(silenceTrimmer(noise)({ startMs: 0, endMs: 900 })).toEqual({ startMs: 0, endMs: 900 })
  })
})

describe('phrases', () => {
  const words = (...list: [text: string, startMs: number, endMs: number][]) =>
    list.map(([text, startMs, endMs]) => ({ text, startMs, endMs, confidence: 1 }))

  test('end with the sentence and at a pause', () => {
    const phrases = splitPhrases(
      words(
        ['Dr.', 0, 100],
        ['Who', 100, 200],
        ['left.', 200, 300],
        ['“Why?”', 310, 400],
        ['he', 500, 600],
        ['said', 1401, 1500],
        ['then', 2300, 2400],
      ),
    )
    expect(phrases.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['Dr. Who left.', 0, 300],
      ['“Why?”', 310, 400],
      ['he', 500, 600],
      ['said then', 1401, 2400],
    ])
    expect(phrases[0]?.words).toHaveLength(3)
    expect(splitPhrases([])).toEqual([])
  })
})
