import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { testModels } from '../../../test/models.ts'
import { kokoroVoices } from '../../platform/model-store/kokoro-voices.ts'
import { espeakIpa } from './espeak/espeak-process.ts'
import { kanaSounds } from './japanese.ts'
import { kokoroEnglish, kokoroOther } from './kokoro-alphabet.ts'
import { syllableSounds } from './mandarin.ts'
import { normaliseText } from './normalise-text.ts'
import { toPhonemes } from './phonemes.ts'
import { testSentences } from './test-sentences.ts'
import { readVocabulary, tokenStretches, type Vocabulary } from './tokens.ts'
import { embeddedVoice, embeddedVoices } from './voices.ts'

let vocabulary: Vocabulary

beforeAll(async () => {
  const model = await testModels.path('kokoro')
  vocabulary = await readVocabulary(join(dirname(model), 'tokenizer.json'))
})

describe('English', () => {
  test.each([
    ['Hello, world!', 'en-US', 'həlˈO, wˈɜɹld!'],
    ['Hello, world!', 'en-GB', 'həlˈQ, wˈɜːld!'],
    ['the F.B.I. knows', 'en-US', 'ðɪ ˌɛfbˌiˈI nˈOz.'],
    ["the C.E.O.'s choice", 'en-US', 'ðə sˌiˌiˈOz ʧˈYs.'],
    ['Kokoro (a voice) — now', 'en-US', 'kˈOkəɹO (ə vˈYs) — nˈW.'],
    ['ninety-nine, two hundred', 'en-US', 'nˈIndinˈIn, tˈu hˈʌndɹɪd.'],
    ['button and little water', 'en-US', 'bˈʌtᵊn ænd lˈɪTᵊl wˈɔTəɹ.'],
    ['She said “go”.', 'en-GB', 'ʃiː sˈɛd “ɡˈQ”.'],
    ['trailing comma,', 'en-US', 'tɹˈAlɪŋ kˈɑmə.'],
  ] as const)('%s in %s', async (text, accent, phonemes) => {
    expect(await toPhonemes(text, accent)).toBe(phonemes)
  })

  test('British stays British after American', async () => {
    await toPhonemes('go', 'en-US')
    expect(await toPhonemes('go', 'en-GB')).toBe('ɡˈQ.')
  })

  test('every sound is one that the model knows', async () => {
    const text =
      'The loch, the beige measure, thirty-three juicy churches; yeah, vision; queue, ' +
      'façade, naïve Zoë, ugh, Bach, uh-oh, button, rhythm, fire, poor, cure, hour, Nguyen.'
    for (const accent of ['en-US', 'en-GB'] as const) {
      const unknown = [...(await toPhonemes(text, accent))].filter((one) => !vocabulary.has(one))
      expect(unknown, accent).toEqual([])
    }
  })

  test('a foreign sound becomes the nearest English sound', () => {
    expect(kokoroEnglish('lˈɑːx', 'en-US')).toBe('lˈɑk')
    expect(kokoroEnglish('fˈɛːɹi eə', 'en-GB')).toBe('fˈɛːɹi ɛː')
  })
})

describe('other languages', () => {
  test('joined sounds become one letter, and unknown marks are removed', () => {
    expect(kokoroOther('t^ʃˈa^ʊ d^ʒɔ bɔ̃ ɡo̞')).toBe('ʧˈW ʤɔ bɔ̃ ɡo')
  })

  test.each([
    ['es-ES', 'Hola, ¿qué tal?', 'ˈola, kˈe tˈal?'],
    ['fr-FR', 'Un bon vin blanc.', 'œ̃ bˈɔ̃ vˈɛ̃ blˈɑ̃.'],
    ['it-IT', 'Gli gnocchi e la pizza!', 'ʎɪ ɲˈokːɪ e la pˈiʦːa!'],
    ['pt-BR', 'Bom dia, irmão.', 'bˈoŋ ʤˈiæ, iɾəmˈɐ̃ʊ̃.'],
    ['hi-IN', 'यह AI दौड़ता है।', 'jˌəh ˈA ˈI dˈɔːɽtˌaː hɛː.'],
    ['zh-CN', '银行行长长大了！', 'i↗nxa↗ŋ xa↗ŋꭧa↓ŋ ꭧa↓ŋta↘ lɤ!'],
    ['ja-JP', '東京へ、行きます。', 'toːkʲoː e, ikʲi masɨ.'],
  ])('%s: %s', async (language, text, phonemes) => {
    expect(await toPhonemes(text, language)).toBe(phonemes)
  })

  test('words in another script are read by their own rules', async () => {
    expect(await toPhonemes('Hola 東京', 'es-ES')).toBe('ˈola tʊ→ŋʨi→ŋ.')
    expect(await toPhonemes('AIとAtelierの', 'ja-JP')).toBe('eːai to ˌæTəljˈA no.')
    expect(await toPhonemes('Привет', 'en-US')).toBe('prʲivʲˈet.')
  })

  test('every sound of ten sentences per language is one that the model knows', async () => {
    for (const [language, texts] of Object.entries(testSentences)) {
      for (const text of texts) {
        const phonemes = await toPhonemes(normaliseText(text, language), language)
        const unknown = [...phonemes].filter((one) => !vocabulary.has(one))
        expect(unknown, `${language}: ${text}`).toEqual([])
        expect(phonemes.length, text).toBeGreaterThan(text.length / 2)
      }
    }
  })

  test('a stopped process is started again', async () => {
    await expect(espeakIpa('hola', 'no-such-voice')).rejects.toMatchObject({ retryable: true })
    expect(await espeakIpa('hola', 'es')).toBe('ˈola')
  })
})

describe('syllables and kana', () => {
  test.each([
    ['zhong1', 'ꭧʊ→ŋ'],
    ['shi4', 'ʂɨ↘'],
    ['xue2', 'ɕɥe↗'],
    ['yuan2', 'ɥɛ↗n'],
    ['wei3', 'wei↓'],
    ['you3', 'jou↓'],
    ['er2', 'ɚ↗'],
    ['ng4', 'ŋ↘'],
    ['ma0', 'ma'],
  ])('%s', (syllable, sounds) => expect(syllableSounds(syllable)).toBe(sounds))

  test.each([
    ['キャット', 'kʲaʔto'],
    ['しんぶん', 'ɕimbɯɴ'],
    ['ファイル', 'ɸaiɾɯ'],
    ['りんご', 'ɾʲiŋɡo'],
    ['コーヒー', 'koːçiː'],
  ])('%s', (kana, sounds) => expect(kanaSounds(kana)).toBe(sounds))
})

describe('stretches', () => {
  const joined = (parts: number[][]) => parts.flat().length

  test('a short sentence is one', () => {
    expect(tokenStretches('həlˈO, wˈɜɹld!', vocabulary)).toHaveLength(1)
    expect(tokenStretches('', vocabulary)).toEqual([])
    expect(tokenStretches('漢字', vocabulary)).toEqual([])
  })

  test('a long one is split after clauses into parts of similar length', () => {
    const clause = 'ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps, '
    const parts = tokenStretches(clause.repeat(20).trim(), vocabulary)
    const comma = vocabulary.get(',')
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(220)
      expect(part.length).toBeGreaterThan(70)
      expect(part.at(-1)).toBe(comma)
    }
    const spaces = parts.length - 1
    expect(joined(parts)).toBe([...clause.repeat(20).trim()].length - spaces)
  })

  test('without clauses splits at words, without words anywhere, always within the limit', () => {
    for (const phonemes of ['bɹˈWn '.repeat(300), 'a'.repeat(2000), `a, ${'b'.repeat(600)}`]) {
      const parts = tokenStretches(phonemes, vocabulary)
      expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(220)
      expect(joined(parts)).toBeGreaterThan(phonemes.length - parts.length - 1)
    }
  })
})

describe('the voices', () => {
  test('match the voice files, each with a unique id', () => {
    expect(embeddedVoices.map(({ file }) => file).sort()).toEqual(Object.keys(kokoroVoices).sort())
    expect(new Set(embeddedVoices.map(({ id }) => id)).size).toBe(54)
    for (const { id, language_code, description } of embeddedVoices) {
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      expect(language_code).toMatch(/^[a-z]{2}-[A-Z]{2}$/)
      expect(description.length).toBeGreaterThan(20)
    }
  })

  test('never change their ids', () => {
    const heart = embeddedVoice('af_heart')
    expect(heart).toMatchObject({
      id: '13ac90a9-544d-57b1-9771-e0380e0ae0b1',
      gender: 1,
      language_code: 'en-US',
      voice_name: 'Heart',
    })
    expect(embeddedVoice(heart.id)).toBe(heart)
    expect(embeddedVoice('bm_george')).toMatchObject({
      id: 'e655979b-b923-52a6-9cf8-71d9c11a82c4',
      gender: 0,
      language_code: 'en-GB',
    })
    expect(() => embeddedVoice('../../etc/passwd')).toThrow(
      expect.objectContaining({ code: 'voice_unknown', field: 'voice' }),
    )
  })
})
