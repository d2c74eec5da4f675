import { describe, expect, test } from 'vitest'
import { plainPieces } from './pieces.ts'
import { type Cue, writeScript } from './script.ts'
import { splitSentences } from './sentences.ts'
import { ssmlPieces } from './ssml.ts'

/** Sentences as [text, reading] and pauses as numbers, to show the whole script at a glance. */
function outline(cues: Cue[]) {
  return cues.map((cue) => {
    if (cue.kind === 'pause') return Math.round(cue.pauseMs)
    const said = cue.sentence.utterances.map((one) =>
      one.kind === 'speech' ? one.spoken : one.pauseMs,
    )
    return [cue.sentence.text, ...said]
  })
}

const plain = (text: string, code = 'en-US', speed = 1) =>
  outline(writeScript(plainPieces(text), code, speed))
const ssml = (text: string, code = 'en-US') => {
  const { pieces, warnings } = ssmlPieces(text, code)
  return { outline: outline(writeScript(pieces, code, 1)), warnings }
}

describe('sentences', () => {
  test.each([
    ['Dr. Smith left. He was late.', ['Dr. Smith left. ', 'He was late.']],
    ['It costs 3.50 now. Buy it!', ['It costs 3.50 now. ', 'Buy it!']],
    ['Fruit, e.g. Apples, is good. Yes.', ['Fruit, e.g. Apples, is good. ', 'Yes.']],
    ['J. K. Rowling wrote. We read.', ['J. K. Rowling wrote. ', 'We read.']],
    ['The U.S. Army came. It left.', ['The U.S. Army came. ', 'It left.']],
    ['We met at 5 p.m. Then we ate.', ['We met at 5 p.m. ', 'Then we ate.']],
    ['At 5 p.m. we met.', ['At 5 p.m. we met.']],
    ['See No. 5. No. We will not.', ['See No. 5. ', 'No. ', 'We will not.']],
    ['You and I. Then Bob.', ['You and I. ', 'Then Bob.']],
    ['Cats, dogs, etc. They are pets.', ['Cats, dogs, etc. ', 'They are pets.']],
    ['“Go!” she said. He went.', ['“Go!” she said. ', 'He went.']],
    ['Really? Yes! Fine…', ['Really? ', 'Yes! ', 'Fine…']],
    ['On Jan. 5 it snowed. Cold.', ['On Jan. 5 it snowed. ', 'Cold.']],
  ])('%s', (text, sentences) => expect(splitSentences(text, 'en-US')).toEqual(sentences))

  test('Spanish, Hindi and Chinese have their own ends', () => {
    expect(splitSentences('¿Qué tal? Bien.', 'es-ES')).toEqual(['¿Qué tal? ', 'Bien.'])
    expect(splitSentences('नमस्ते। कैसे हैं?', 'hi-IN')).toEqual(['नमस्ते। ', 'कैसे हैं?'])
    expect(splitSentences('你好。再见。', 'zh-CN')).toEqual(['你好。', '再见。'])
  })

  test('without any end, text is cut at clauses, at spaces, or anywhere, and nothing is lost', () => {
    for (const text of [
      'word, '.repeat(400),
      'word '.repeat(400),
      'x'.repeat(3000),
      '🙂'.repeat(900),
    ]) {
      const parts = splitSentences(text, 'en-US')
      expect(parts.join('')).toBe(text)
      expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(600)
      for (const part of parts) expect(part.isWellFormed()).toBe(true)
    }
    expect(splitSentences('word, '.repeat(400), 'en-US')[0]).toMatch(/, $/)
  })

  test('100,000 characters', () => {
    const text = 'Dr. No paid $5. '.repeat(6250)
    expect(splitSentences(text, 'en-US')).toHaveLength(6250)
  })
})

describe('plain text', () => {
  test('captions as written, readings as said, natural pauses', () => {
    expect(plain('Dr. Lee has 2 cats. OK?\n\nNew\nlines flow.')).toEqual([
      ['Dr. Lee has 2 cats.', 'Doctor Lee has two cats.'],
      260,
      ['OK?', 'okay?'],
      600,
      ['New lines flow.', 'New lines flow.'],
    ])
  })

  test('list items are sentences; unspeakable text is not', () => {
    expect(plain('Buy:\n- milk\n- eggs\n\n🎉🎉\n\n***\n\nDone')).toEqual([
      ['Buy:', 'Buy:'],
      260,
      ['milk', 'milk'],
      260,
      ['eggs', 'eggs'],
      600,
      ['Done', 'Done'],
    ])
  })

  test('faster speech has shorter pauses; other languages keep their digits', () => {
    expect(plain('Hay 25. Sí.', 'es-ES', 2)).toEqual([['Hay 25.', 'Hay 25.'], 130, ['Sí.', 'Sí.']])
  })

  test('only emoji or symbols: no sentences', () => {
    expect(plain('🎉 👩‍👩‍👧 … —')).toEqual([])
  })
})

describe('SSML', () => {
  test('every supported element', () => {
    const { outline: cues, warnings } = ssml(`<?xml version="1.0"?>
      <speak>Call <say-as interpret-as="digits">911</say-as> &amp; wait.<break time="500ms"/>
        The <sub alias="World Wide Web">WWW</sub> is <emphasis level="strong">big</emphasis> now.
        <p><s>One</s><s>Two</s></p><p>No <say-as interpret-as="ordinal">3</say-as> or
        <say-as interpret-as="cardinal">1,200</say-as>: <say-as interpret-as="characters">Ab1</say-as></p>
        <break strength="x-strong"/>
      </speak>`)
    expect(warnings).toEqual([])
    expect(cues).toEqual([
      ['Call 911 & wait.', 'Call nine one one and wait.'],
      500,
      ['The WWW is big now.', 'The World Wide Web is', 160, 'big', 160, 'now.'],
      600,
      ['One', 'One'],
      260,
      ['Two', 'Two'],
      600,
      ['No 3 or 1,200: Ab1', 'No third or one thousand two hundred: A. B. one'],
      1200,
    ])
  })

  test('a break at the start, one after another, and none at all', () => {
    expect(
      ssml('<speak><break time="1s"/>A b.<break time=".2s"/><break/> C d.</speak>').outline,
    ).toEqual([1000, ['A b.', 'A b.'], 600, ['C d.', 'C d.']])
    expect(ssml('<speak>Wait <break strength="none"/> here.</speak>').outline).toEqual([
      ['Wait here.', 'Wait', 0, 'here.'],
    ])
  })

  test('the text of an unknown element is spoken, with one warning', () => {
    const { outline: cues, warnings } = ssml(
      '<speak><prosody rate="fast">Hi</prosody> <prosody>you</prosody> <say-as interpret-as="date">5</say-as></speak>',
    )
    expect(cues).toEqual([['Hi you 5', 'Hi you five']])
    expect(warnings).toEqual([
      expect.stringContaining('<prosody>'),
      expect.stringContaining('interpret-as="date"'),
    ])
  })

  test('a long break is shortened, and an hour of silence refused', () => {
    const { outline: cues, warnings } = ssml('<speak>A b.<break time="60s"/></speak>')
    expect(cues.at(-1)).toBe(10_000)
    expect(warnings).toEqual([expect.stringContaining('10 seconds')])
    const hours = `<speak>${'<break time="10s"/>'.repeat(361)}Hi</speak>`
    expect(() => ssml(hours)).toThrow(/more than an hour/)
  })

  test('comments, CDATA and character references', () => {
    expect(
      ssml('<speak>a <!-- not <this> --><![CDATA[1 < 2]]> &#x41;&#66;</speak>').outline,
    ).toEqual([['a 1 < 2 AB', 'a one less than two A.B.']])
  })

  const billion = `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><speak>&b;</speak>`
  test.each([
    ['<speak>Hi', /line 1, column 10: <speak> is never closed/],
    ['<speak>\n <s>Hi</p></speak>', /line 2, column 7: expected <\/s> but found <\/p>/],
    ['<speak>a & b</speak>', /column 10: “&” is not a known entity/],
    ['<speak>1 < 2</speak>', /column 10: this “<” does not start an element/],
    ['<speak>&nbsp;</speak>', /“&nbsp;” is not a known entity/],
    ['<speak>&#0;</speak>', /not a known entity/],
    ['Hi', /outside <speak>/],
    ['<speak/><speak/>', /second root/],
    ['<p>Hi</p>', /root element must be <speak>/],
    ['', /no <speak>/],
    ['<speak><break time=1s/></speak>', /not an attribute with a quoted value/],
    ['<speak><break time="soon"/></speak>', /“soon” is not a valid break time/],
    ['<speak><break strength="huge"/></speak>', /“huge” is not a valid break strength/],
    ['<speak><sub>x</sub></speak>', /needs an alias/],
    ['<speak><s a="1" a="2">x</s></speak>', /attribute a appears twice/],
    [billion, /DTD/],
    ['<!DOCTYPE speak SYSTEM "file:///etc/passwd"><speak>x</speak>', /DTD/],
    [`<speak>${'<p>'.repeat(200)}`, /100 levels deep/],
  ])('%s is rejected with its position', (text, message) => {
    expect(() => ssml(text)).toThrow(
      expect.objectContaining({
        code: 'bad_ssml',
        field: 'text',
        message: expect.stringMatching(message),
      }),
    )
  })
})
