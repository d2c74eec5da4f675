import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../test/soak.ts'
import { dropUnknownFields } from '../http/body/unknown-fields.ts'
import { batched } from './batch.ts'
import { cutAtWord, wholeCharacters } from './cut-text.ts'
import { slugify, slugPattern } from './slug.ts'
import { isLanguage, isTimeZone } from './zones.ts'

describe('batched', () => {
  test('concurrent requests are batched, and never served from an earlier read', async () => {
    const batches: string[][] = []
    let version = 0
    const find = batched<string, number>(async (keys) => {
      batches.push(keys)
      return new Map(keys.map((key) => [key, version]))
    })
    const first = [find('a'), find('a'), find('b')]
    version = 1
    expect(await Promise.all(first)).toEqual([1, 1, 1])
    const second = find('a')
    version = 2
    expect(await second).toBe(2)
    expect(batches).toEqual([['a', 'b'], ['a']])
  })

  test('a failure reaches everyone in its batch and nobody after it', async () => {
    let healthy = false
    const find = batched<string, string>(async (keys) => {
      if (!healthy) throw new Error('away')
      return new Map(keys.map((key) => [key, key]))
    })
    await expect(find('a')).rejects.toThrow('away')
    healthy = true
    expect(await find('a')).toBe('a')
    expect(await find('b')).toBe('b')
  })
})

describe('slugify', () => {
  test('always gives a slug or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const slug = slugify(name)
        expect(slug === '' || new RegExp(slugPattern).test(slug)).toBe(true)
        expect(slug.length).toBeLessThanOrEqual(50)
      }),
      { numRuns: sample(100, 5000), seed },
    )
  })
})

describe('zones and languages', () => {
  test('accepts only names from the lists', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Asia/Kolkata']) {
      expect([zone, isTimeZone(zone)]).toEqual([zone, true])
    }
    for (const zone of ['', '+02:00', 'Berlin', 'Mars/Olympus', 'utc+2', '../etc']) {
      expect([zone, isTimeZone(zone)]).toEqual([zone, false])
    }
    for (const code of ['en', 'de-AT', 'zh-Hant'])
      expect([code, isLanguage(code)]).toEqual([code, true])
    for (const code of ['', 'e', 'english language', '12']) {
      expect([code, isLanguage(code)]).toEqual([code, false])
    }
  })
})

describe('dropUnknownFields', () => {
  const leaf = { type: 'string' }
  const schema = {
    properties: {
      a: leaf,
      list: { items: { properties: { b: leaf } } },
      free: { additionalProperties: true },
      either: { anyOf: [{ properties: { c: leaf } }, { properties: { d: leaf } }] },
    },
  }

  test('removes and lists unknown fields at any depth', () => {
    const body = {
      a: '1',
      x: 1,
      list: [{ b: '1', y: 2 }],
      free: { anything: { goes: 1 } },
      either: { c: '1', d: '2', z: 3 },
      constructor: 1,
    }
    expect(dropUnknownFields(schema, body)).toEqual(['x', 'list.0.y', 'either.z', 'constructor'])
    expect(body).toEqual({
      a: '1',
      list: [{ b: '1' }],
      free: { anything: { goes: 1 } },
      either: { c: '1', d: '2' },
    })
  })
})

describe('cutAtWord', () => {
  test.each([
    ['short', 5, 'short'],
    ['two words', 8, 'two…'],
    ['two words', 4, 'two…'],
    ['two  words', 6, 'two…'],
    ['x'.repeat(500), 300, `${'x'.repeat(299)}…`],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 20, '👩‍👩‍👧‍👦…'],
    ['cafe\u0301', 4, 'caf…'],
  ])('%j to %i', (text, maxLength, cut) => {
    expect(cutAtWord(text, maxLength)).toBe(cut)
  })

  test('never exceeds the limit, splits a character or adds text', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('a\u0301'.repeat(300)))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 400 }), (whole, maxLength) => {
        const cut = cutAtWord(whole, maxLength)
        expect(cut.length).toBeLessThanOrEqual(maxLength)
        expect(cut.isWellFormed()).toBe(true)
        expect(whole.startsWith(cut === whole ? cut : cut.slice(0, -1))).toBe(true)
        expect(wholeCharacters(whole, maxLength).length).toBeLessThanOrEqual(maxLength)
      }),
      { numRuns: sample(100, 5000), seed },
    )
  })
})
