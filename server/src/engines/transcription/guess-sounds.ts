/** Spellings and their usual ARPABET sounds, longest first. */
const spellings: [string, string][] = [
  ['tion', 'SH AH N'],
  ['sion', 'ZH AH N'],
  ['ough', 'AO'],
  ['augh', 'AO'],
  ['eigh', 'EY'],
  ['igh', 'AY'],
  ['tch', 'CH'],
  ['dge', 'JH'],
  ['sch', 'S K'],
  ['ch', 'CH'],
  ['sh', 'SH'],
  ['th', 'TH'],
  ['ph', 'F'],
  ['wh', 'W'],
  ['kn', 'N'],
  ['wr', 'R'],
  ['ck', 'K'],
  ['ng', 'NG'],
  ['qu', 'K W'],
  ['gh', 'G'],
  ['ee', 'IY'],
  ['ea', 'IY'],
  ['ai', 'EY'],
  ['ay', 'EY'],
  ['oa', 'OW'],
  ['oo', 'UW'],
  ['ou', 'AW'],
  ['ow', 'OW'],
  ['oi', 'OY'],
  ['oy', 'OY'],
  ['au', 'AO'],
  ['aw', 'AO'],
  ['ie', 'IY'],
  ['ei', 'EY'],
  ['ey', 'IY'],
  ['ew', 'UW'],
  ['ar', 'AA R'],
  ['er', 'ER'],
  ['ir', 'ER'],
  ['or', 'AO R'],
  ['ur', 'ER'],
]

const letters: Record<string, string> = {
  ...{ a: 'AE', b: 'B', c: 'K', d: 'D', e: 'EH', f: 'F', g: 'G', h: 'HH', i: 'IH', j: 'JH' },
  ...{ k: 'K', l: 'L', m: 'M', n: 'N', o: 'OW', p: 'P', q: 'K', r: 'R', s: 'S', t: 'T' },
  ...{ u: 'UW', v: 'V', w: 'W', x: 'K S', y: 'IY', z: 'Z' },
}

/**
 * Approximates the pronunciation of a word that isn't in the dictionary. No rule covers names, but
 * the aligner only has to tell the word from its neighbours.
 */
export function guessSounds(word: string): string {
  const sounds: string[] = []
  // A doubled consonant sounds once, and a final e is silent.
  let rest = word.replace(/[^a-z]/g, '').replace(/([^aeiou])\1/g, '$1')
  if (rest.length > 3) rest = rest.replace(/([^aeiou])e$/, '$1')
  while (rest !== '') {
    const [spelling, sound] = spellings.find(([start]) => rest.startsWith(start)) ?? [
      rest.slice(0, 1),
      letters[rest.slice(0, 1)] ?? '',
    ]
    if (sound) sounds.push(sound)
    rest = rest.slice(spelling.length)
  }
  return sounds.join(' ')
}
