import { expect, test } from 'vitest'
import { removeTitle } from './read-body.ts'

const title = 'The report is ready'

test.each([
  ['Reach grew.', undefined, 'Reach grew.', undefined, []],
  ['The report is ready: reach grew.', undefined, 'reach grew.', undefined, ['message']],
  ['the REPORT is ready!\nReach grew.', undefined, 'Reach grew.', undefined, ['message']],
  ['Hello', '## The report is ready\n\nHi Mia', 'Hello', 'Hi Mia', ['body']],
  ['Hello', 'Hi Mia\n\n**The report is ready**\n\nBye', 'Hello', 'Hi Mia\n\n\nBye', ['body']],
  ['Hello', 'The report is ready for you', 'Hello', 'The report is ready for you', []],
  [title, 'Hi Mia\nAll is well', 'Hi Mia', 'Hi Mia\nAll is well', ['message']],
  [title, undefined, '', undefined, ['message']],
  ['Hello', `# ${title}`, 'Hello', undefined, ['body']],
] as const)('%j, %j', (message, body, leftMessage, leftBody, adjusted) => {
  expect(removeTitle({ title, message, ...(body && { body }) })).toEqual({
    ...{ message: leftMessage, body: leftBody, adjusted },
  })
})
