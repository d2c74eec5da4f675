import { expect, test } from 'vitest'
import { findRecords, recordFinder } from './records.ts'

const asset = '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64'
const cut = { result: [{ asset_id: asset, url: 'https://x.test/files/1' }] }
const posts = {
  group_id: 'g',
  posts: [{ id: 3, group_id: 'g', account: { name: 'News' }, message: 'Hello' }],
}
const card = { id: 't1', slug: 'LAUNCH-3', board: 'b', checklist: [], title: 'Print it' }

test('records in the output of steps are found by their fields', () => {
  const found = [cut, posts, card, { id: 'x', other: true }].flatMap(findRecords)
  expect(found.map(({ to, title }) => [to, title])).toEqual([
    [`/assets/${asset}`, 'File'],
    ['/social/3', 'Hello'],
    ['/tasks/LAUNCH-3', 'Print it'],
  ])
})

test('a value of the output identifies a record; a number only under a fitting name', () => {
  const find = recordFinder([cut, posts, card])
  expect(find(asset, 'picture')?.kind).toBe('asset')
  expect(find('LAUNCH-3', 'card')?.kind).toBe('task')
  expect(find(3, 'drafts')?.kind).toBe('post')
  expect(find(3, 'count')).toBeUndefined()
  expect(find('3', 'count')).toBeUndefined()
  expect(find('unknown', 'picture')).toBeUndefined()
})
