import { expect, test } from 'vitest'
import { presenceWords } from './presence-words.ts'

const here = (name: string, is_editing = false) => ({ name, is_editing })

test('names who is here, and who is editing first of all', () => {
  const [ada, jo, sam] = [here('Ada'), here('Jo'), here('Sam', true)]
  expect(presenceWords([ada])).toBe('Ada is here')
  expect(presenceWords([ada, jo])).toBe('Ada and Jo are here')
  expect(presenceWords([ada, jo, here('Kim')])).toBe('Ada and 2 others are here')
  expect(presenceWords([ada, jo, sam])).toBe('Sam is editing')
})
