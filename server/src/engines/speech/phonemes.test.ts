import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { testModels } from '../../../test/models.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { kokoroVoices } from '../../platform/model-store/kokoro-voices.ts'
import { installedIpa } from './installed-espeak.ts'
import { kokoroEnglish, kokoroOther } from './kokoro-alphabet.ts'
import { phonemesOf } from './phonemes.ts'
import { readVocabulary, tokenStretches, type Vocabulary } from './tokens.ts'
import { embeddedVoice, embeddedVoices } from './voices.ts'

let vocabulary: Vocabulary
const folder = useFolder()

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
    expect(await phonemesOf(text, accent)).toBe(phonemes)
  })

  test('British stays British after American', async () => {
    await phonemesOf('go', 'en-US')
    expect(await phonemesOf('go', 'en-GB')).toBe('ɡˈQ.')
  })

  test('every sound is one that the model knows', async () => {
    const text =
      'The loch, the beige measure, thirty-three juicy churches; yeah, vision; queue, ' +
      'façade, naïve Zoë, ugh, Bach, uh-oh, button, rhythm, fire, poor, cure, hour, Nguyen.'
    for (const accent of ['en-US', 'en-GB'] as const) {
      const unknown = [...(await phonemesOf(text, accent))].filter((one) => !vocabulary.has(one))
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

  test('without espeak-ng the error says how to get it', async () => {
    await expect(installedIpa('Hola', 'es-ES', [folder])).rejects.toMatchObject({
      code: 'language_unavailable',
      field: 'voice',
      message: expect.stringContaining('apt-get install espeak-ng'),
    })
  })

  test('the text is passed on standard input, and the output is cleaned', async () => {
    const program = join(folder, 'espeak-ng')
    const seen = join(folder, 'seen')
    await writeFile(
      program,
      `#!/bin/sh\necho "$@" > ${seen}\ncat >> ${seen}\nprintf 'ˈola\\n(^e^n)hˈaɪ(^e^s)\\n'\n`,
    )
    await chmod(program, 0o755)
    expect(await installedIpa('-f /etc/passwd', 'es-ES', [folder])).toBe('ˈola hˈaɪ')
    expect(await readFile(seen, 'utf8')).toBe('-q --ipa --tie=^ -v es --stdin\n-f /etc/passwd')
    // Characters that the Japanese voice can't read are spelled out in English, which is useless.
    await expect(installedIpa('世界', 'ja-JP', [folder])).rejects.toMatchObject({
      code: 'language_unavailable',
      message: expect.stringContaining('kana'),
    })
    await writeFile(program, '#!/bin/sh\necho no such voice >&2\nexit 1\n')
    await expect(installedIpa('Hola', 'es-ES', [folder])).rejects.toMatchObject({
      code: 'language_unavailable',
      cause: expect.stringContaining('no such voice'),
    })
    await rm(program)
  })
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
