import { describe, expect, test } from 'vitest'
import { normaliseEnglish } from './normalise-english.ts'

/** Written text, and how an American reads it. */
const american: Record<string, [string, string][]> = {
  'whole numbers': [
    ['0', 'zero'],
    ['7 cats', 'seven cats'],
    ['13', 'thirteen'],
    ['42', 'forty-two'],
    ['100', 'one hundred'],
    ['105', 'one hundred five'],
    ['999', 'nine hundred ninety-nine'],
    ['1,001', 'one thousand one'],
    ['12,345', 'twelve thousand three hundred forty-five'],
    ['1,000,000', 'one million'],
    ['7000000000', 'seven billion'],
    [
      '1234567890123456789012',
      'one two three four five six seven eight nine zero one two three four five six seven eight nine zero one two',
    ],
    ['007', 'zero zero seven'],
  ],
  'decimals, signs, ranges, codes': [
    ['3.14', 'three point one four'],
    ['1,234.50', 'one thousand two hundred thirty-four point five zero'],
    ['.5', 'zero point five'],
    ['It was -5 outside', 'It was minus five outside'],
    ['pages 10-20', 'pages ten to twenty'],
    ['version 1.2.3', 'version one point two point three'],
    ['a 16:9 picture', 'a sixteen to nine picture'],
    ['1920x1080', 'one thousand nine hundred twenty by one thousand eighty'],
    ['COVID-19', 'Covid nineteen'],
    ['B2B and MP3', 'B two B and M.P. three'],
    ['#5 and No. 6', 'number five and number six'],
    ['open 24/7', 'open twenty-four seven'],
    ['10K followers', 'ten thousand followers'],
  ],
  ordinals: [
    ['the 1st, 2nd and 3rd', 'the first, second and third'],
    ['12th', 'twelfth'],
    ['the 20th century', 'the twentieth century'],
    ['101st', 'one hundred first'],
  ],
  fractions: [
    ['1/2 a cup', 'one half a cup'],
    ['3/4', 'three quarters'],
    ['2/3', 'two thirds'],
    ['2½ hours', 'two and one half hours'],
  ],
  money: [
    ['$5', 'five dollars'],
    ['$1', 'one dollar'],
    ['$5.99', 'five dollars and ninety-nine cents'],
    ['$0.05', 'five cents'],
    ['$1,250.00', 'one thousand two hundred fifty dollars'],
    ['€20', 'twenty euros'],
    ['20 €', 'twenty euros'],
    ['£1.50', 'one pound and fifty pence'],
    ['$3 million', 'three million dollars'],
    ['$1.2bn', 'one point two billion dollars'],
    ['$10k', 'ten thousand dollars'],
    ['USD 50', 'fifty dollars'],
    ['-$3', 'minus three dollars'],
    ['99¢', 'ninety-nine cents'],
    ['$5-$10', 'five dollars to ten dollars'],
    ['$9/month', 'nine dollars per month'],
    ['¥500', 'five hundred yen'],
  ],
  'percent and units': [
    ['12%', 'twelve percent'],
    ['0.5 %', 'zero point five percent'],
    ['5-10%', 'five to ten percent'],
    ['5 km', 'five kilometres'],
    ['1 km', 'one kilometre'],
    ['10kg', 'ten kilograms'],
    ['20 °C', 'twenty degrees Celsius'],
    ['-4°F', 'minus four degrees Fahrenheit'],
    ['60 mph', 'sixty miles per hour'],
    ['6 ft tall', 'six feet tall'],
    ['16 GB', 'sixteen gigabytes'],
    ['2.4 GHz', 'two point four gigahertz'],
    ['a 90° turn', 'a ninety degrees turn'],
    ['30 min', 'thirty minutes'],
    ['50 m²', 'fifty square metres'],
  ],
  times: [
    ['at 3:45 pm', 'at three forty-five P.M.'],
    ['10 a.m. sharp', 'ten A.M. sharp'],
    ['at 15:30', 'at fifteen thirty'],
    ['09:05', 'nine oh five'],
    ['9am-5pm', 'nine A.M. to five P.M.'],
    ['5–6 pm', 'five to six P.M.'],
    ['10:00-11:30', "ten o'clock to eleven thirty"],
    ['at 8:00', "at eight o'clock"],
    ['5PM', 'five P.M.'],
  ],
  'dates and years': [
    ['2024-03-05', 'March fifth, twenty twenty-four'],
    ['3/5/2024', 'March fifth, twenty twenty-four'],
    ['March 5, 2024', 'March fifth, twenty twenty-four'],
    ['March 5th', 'March fifth'],
    ['5 March 2024', 'the fifth of March, twenty twenty-four'],
    ['Jan. 1, 2000', 'January first, two thousand'],
    ['June 5-7, 2024', 'June fifth to seventh, twenty twenty-four'],
    ['in 1066', 'in ten sixty-six'],
    ['June 2021', 'June twenty twenty-one'],
    ['in 1999', 'in nineteen ninety-nine'],
    ['in 1905', 'in nineteen oh five'],
    ['in 1909', 'in nineteen oh nine'],
    ['in 1800', 'in eighteen hundred'],
    ['in 2007', 'in two thousand seven'],
    ['the 1990s', 'the nineteen nineties'],
    ["the '60s", 'the sixties'],
    ['1914–1918', 'nineteen fourteen to nineteen eighteen'],
    ['May 3 people come', 'May third people come'],
  ],
  'telephone numbers': [
    ['call 555-0199', 'call five five five, zero one nine nine'],
    ['+1 (555) 010-9999', 'plus one, five five five, zero one zero, nine nine nine nine'],
    ['020 7946 0958', 'zero two zero, seven nine four six, zero nine five eight'],
  ],
  addresses: [
    ['see https://example.com/docs/', 'see example dot com slash docs'],
    ['www.example.org.', 'W W W dot example dot org.'],
    ['mail anna.b@example.com now', 'mail anna dot b at example dot com now'],
    ['example.co.uk is up', 'example dot co dot uk is up'],
  ],
  abbreviations: [
    ['Dr. Smith met Mrs. Jones', 'Doctor Smith met Missus Jones'],
    ['Mr Fox', 'Mister Fox'],
    ['fruit, e.g. apples', 'fruit, for example apples'],
    ['i.e., now', 'that is, now'],
    ['cats, dogs, etc.', 'cats, dogs, et cetera.'],
    ['St. Anna on Baker St.', 'Saint Anna on Baker Street'],
    ['us vs. them', 'us versus them'],
    ['Smith Jr. is approx. six', 'Smith Junior is approximately six'],
    ['on Mon. we go', 'on Monday we go'],
    ['Henry VIII and Elizabeth II', 'Henry the eighth and Elizabeth the second'],
    ['World War II, Chapter IV', 'World War two, Chapter four'],
    ['I see', 'I see'],
  ],
  acronyms: [
    ['the FBI', 'the F.B.I.'],
    ['the WHO', 'the W.H.O.'],
    ['a Ph.D. here', 'a P.H.D. here'],
    ['NASA flies', 'Nasa flies'],
    ['HTML and CSS', 'H.T.M.L. and C.S.S.'],
    ["the CEO's plan for two PCs", "the C.E.O.'s plan for two P.C.'s"],
    ['do NOT go', 'do not go'],
    ['OK then', 'okay then'],
    ['BUY THE BIG RED BOAT NOW', 'buy the big red boat now'],
    ['R&D', 'R and D'],
    ['AI is an API', 'A.I. is an A.P.I.'],
  ],
  'signs and decoration': [
    ['C# and x²', 'C sharp and x squared'],
    ['salt & pepper', 'salt and pepper'],
    ['1 + 1 = 2', 'one plus one equals two'],
    ['and/or', 'and or'],
    ['Great 🎉👩‍👩‍👧 work 👍🏽!', 'Great work!'],
    ['**bold** _text_', 'bold text'],
    ['wait...', 'wait…'],
    ['really?!', 'really?'],
    ['well – no', 'well — no'],
    ['“it’s” fine', "“it's” fine"],
    ['~5 left', 'about five left'],
    ['TypeScript 5.9 on Node 24', 'TypeScript five point nine on Node twenty-four'],
  ],
}

for (const [group, cases] of Object.entries(american)) {
  describe(group, () => {
    test.each(cases)('%s → %s', (written, spoken) => {
      expect(normaliseEnglish(written, 'en-US')).toBe(spoken)
    })
  })
}

describe('British English', () => {
  test.each([
    ['105', 'one hundred and five'],
    ['1,001', 'one thousand and one'],
    ['2007', 'two thousand and seven'],
    ['3/5/2024', 'the third of May, twenty twenty-four'],
    ['March 5, 2024', 'the fifth of March, twenty twenty-four'],
  ])('%s → %s', (written, spoken) => expect(normaliseEnglish(written, 'en-GB')).toBe(spoken))
})

test('no digit survives, whatever it stands in', () => {
  const odd = '1.2.3.4:5/6-7,8 9th10 x11 ²³ 12h34 0x1F 1e9 ①'
  expect(normaliseEnglish(odd, 'en-US')).not.toMatch(/\d/)
})
