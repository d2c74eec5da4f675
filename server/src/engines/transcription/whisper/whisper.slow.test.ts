import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { testModels } from '../../../../test/models.ts'
import { openAudio } from '../../media/decode-audio.ts'
import { spokenForm } from '../spoken-form.ts'
import { groupWords } from './group-words.ts'
import { type WhisperListener, whisperListener } from './listen.ts'
import { silentTokens, tokenIds, whisperLanguage } from './token-ids.ts'
import { buildSpans, tokenStarts } from './word-times.ts'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text))

describe('tokens', () => {
  test('multilingual ids are one higher', () => {
    const english = tokenIds(51_864)
    const all = tokenIds(51_865)
    expect([english.isMultilingual, all.isMultilingual]).toEqual([false, true])
    expect(english).toMatchObject({ endOfText: 50_256, noTimestamps: 50_362, firstTime: 50_363 })
    expect(all).toMatchObject({
      endOfText: 50_257,
      start: 50_258,
      translate: 50_358,
      transcribe: 50_359,
      noSpeech: 50_362,
      noTimestamps: 50_363,
      firstTime: 50_364,
    })
    expect([all.languages.get('en'), all.languages.get('su')]).toEqual([50_259, 50_357])
  })

  test('languages by code', () => {
    expect(whisperLanguage('pt-BR')).toBe('pt')
    expect(whisperLanguage('nb-NO')).toBe('no')
    expect(whisperLanguage('tlh')).toBeUndefined()
  })

  test('brackets and music signs are silent, words are not', () => {
    const tokens = [bytes(' ['), bytes('('), bytes('word'), Uint8Array.of(0x20, 0xe2, 0x99)]
    const silent = silentTokens(tokens, tokenIds(51_864))
    expect([0, 1, 2, 3].map((id) => silent.has(id))).toEqual([true, true, false, true])
  })

  test('words with punctuation and confidence', () => {
    const texts = [bytes(' Hel'), bytes('lo'), bytes(','), bytes(' you'), bytes(' –')]
    const words = groupWords([0, 1, 2, 3, 4], [0, 0, 0, Math.log(0.5), 0], texts, 'en')
    expect(words.map(({ text, count }) => [text, count])).toEqual([
      ['Hello,', 3],
      ['you –', 2],
    ])
    expect(words[0]?.confidence).toBe(1)
  })

  test('Chinese characters are words, even split over tokens', () => {
    const [first, second] = [bytes('你').subarray(0, 2), bytes('你').subarray(2)]
    const texts = [first, second, bytes('好'), bytes('。')]
    const words = groupWords([0, 1, 2, 3], [0, 0, 0, 0], texts, 'zh')
    expect(words.map(({ text, count }) => [text, count])).toEqual([
      ['你', 2],
      ['好。', 2],
    ])
  })
})

test('times follow where the decoder listened', () => {
  // Three tokens, each listening to ten columns of thirty.
  const [rows, columns] = [4, 30]
  const layer = new Float32Array(rows * columns).fill(0.01)
  for (let row = 1; row < rows; row++)
    layer.fill(0.9, row * columns + (row - 1) * 10, row * columns + row * 10)
  const starts = tokenStarts({ layers: [layer], heads: 1, rows, columns }, 1, columns)
  expect(starts).toEqual([0, 200, 400])
  expect(buildSpans([1, 1], starts)).toEqual([
    { startMs: 0, endMs: 200 },
    { startMs: 200, endMs: 400 },
  ])
})

describe('base.en', () => {
  let listener: WhisperListener
  beforeAll(async () => {
    const modelPath = await testModels.path('whisper-base.en')
    listener = await whisperListener({ modelPath, language: undefined, translate: false }, 2)
  })

  test('hears words and when they are said', async () => {
    const words = await listener.listen(
      readSamples(join(import.meta.dirname, '../test-files/speech.ogg')),
    )
    const text = words.map((word) => spokenForm(word.text).join(' ')).join(' ')
    expect(text).toContain('the train to london leaves at seven in the morning every single day')
    expect(text).toContain('we have to finish this report before the end of the week')
    // Where the recording's words were placed.
    const placed = { opened: 734, door: 2110, around: 4497, walked: 6154, into: 7041, room: 9039 }
    for (const [word, startMs] of Object.entries(placed)) {
      const found = words.find((one) => one.text.startsWith(word))
      expect(Math.abs((found?.startMs ?? 0) - startMs), word).toBeLessThan(200)
    }
    expect(listener.language).toBe('en')
  })

  test('invents nothing in silence', async () => {
    expect(await listener.listen(new Float32Array(5 * 16_000))).toEqual([])
  })
})

function readSamples(path: string): Float32Array {
  const audio = openAudio(path)
  const blocks = Array.from(audio.blocks(), ({ samples }) => Float32Array.from(samples))
  audio.close()
  const all = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const block of blocks) {
    all.set(block, at)
    at += block.length
  }
  return all
}
