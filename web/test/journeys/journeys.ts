import { drawPng } from '../png.ts'
import type { Person } from './person.ts'

export interface Journey {
  name: string
  /** From the inbox to the visible result. */
  run: (person: Person) => Promise<void>
  /** It starts at the one-time link of a new person. */
  isFirstVisit?: true
}

const maxWaitMs = 240_000
const text = 'The autumn mug is back.'
const picture = drawPng(160, 120, (x, y) =>
  Math.hypot(x - 80, y - 60) < 40 ? [200, 40, 40] : [230, 230, 225],
)
const file = { name: 'mug.png', mimeType: 'image/png', buffer: picture }

export const journeys: Journey[] = [
  { name: 'Set the first password', run: setPassword, isFirstVisit: true },
  { name: 'Create an API key for an agent', run: createKey },
  { name: 'Create a board, add two tasks, move one', run: fillBoard },
  { name: 'Approve a question in the inbox', run: approve },
  { name: 'Start a document and save it', run: writeDocument },
  { name: 'Schedule a post', run: schedulePost },
  { name: 'Remove the background of an image', run: removeBackground },
  { name: 'Start a workflow and approve its question', run: runWorkflow },
]

export const moreJourneys: Journey[] = [
  { name: 'Read a sentence aloud', run: speak },
  { name: 'Correct a word of a transcription', run: correctWord },
]

async function setPassword(person: Person): Promise<void> {
  const { page } = person
  await person.write(page.getByLabel('First name'), 'Mia')
  await person.press('Tab')
  await person.press('Tab')
  await person.write(page.getByLabel('Password'), 'correct horse battery')
  await person.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
}

async function createKey(person: Person): Promise<void> {
  const { page } = person
  await person.goTo('Settings')
  await person.click(page.getByRole('link', { name: 'API keys' }))
  await person.button('New key')
  await person.write(page.getByLabel('Name'), 'Launch agent')
  await person.press('Enter')
  await page.getByRole('dialog').getByText(/^atl_/).waitFor()
  await person.button('Copy')
  await person.button('Done')
  await page.getByText('Launch agent').waitFor()
}

async function fillBoard(person: Person): Promise<void> {
  const { page } = person
  await person.goTo('Boards')
  await person.button('New board')
  const title = `Spring ${Date.now()}`
  await person.write(page.getByLabel('Title'), title)
  await person.press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  if (person.isOnPhone) await person.click(page.getByRole('radio', { name: /To Do/ }))
  await person.button('Add task to To Do')
  const line = page.getByLabel('New task in To Do')
  for (const task of ['Bake bread', 'Sell bread']) {
    await person.write(line, task)
    await person.press('Enter')
    await page.locator('a[data-card]').filter({ hasText: task }).waitFor()
  }
  await person.press('Escape')
  const card = page.locator('a[data-card]').filter({ hasText: 'Bake bread' })
  const column = page.getByRole('region', { name: 'In Progress', exact: true })
  if (!person.isOnPhone) {
    await person.drag(card, column.getByText('No tasks'))
    await column.getByText('Bake bread').waitFor()
    return
  }
  await person.click(card)
  const drawer = page.getByRole('dialog')
  await person.click(drawer.getByRole('button', { name: /Status/ }))
  await person.click(page.getByRole('option', { name: 'In Progress' }))
  await person.click(drawer.getByRole('button', { name: 'Close' }))
  await person.click(page.getByRole('radio', { name: /In Progress/ }))
  await column.getByText('Bake bread').waitFor()
}

async function approve(person: Person): Promise<void> {
  const { page } = person
  await person.click(page.getByRole('link', { name: /Do we all agree/ }).first())
  await person.button(/^Approve/)
  await page
    .getByText(/Approved/)
    .first()
    .waitFor()
}

async function writeDocument(person: Person): Promise<void> {
  const { page } = person
  await person.goTo('Projects')
  await person.click(page.getByRole('link', { name: /brand/i }).first())
  await person.button('New project')
  await person.write(page.getByLabel('Title'), 'Winter brand')
  await person.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Winter brand' }).waitFor()
  const body = page.getByRole('textbox', { name: 'Document text' })
  await person.write(body, text)
  await person.click(page.getByRole('button', { name: 'Save', exact: true }))
  await page.getByText('Revision 2', { exact: false }).first().waitFor()
}

async function schedulePost(person: Person): Promise<void> {
  const { page } = person
  await person.goTo('Social')
  await person.button('Write a post')
  const dialog = page.getByRole('dialog', { name: 'Write a post' })
  await person.write(dialog.getByLabel('Text'), text)
  await person.click(dialog.getByText('News', { exact: true }).first())
  await person.click(dialog.getByRole('button', { name: /When/ }))
  await person.click(page.getByRole('option', { name: 'Pick a date and time' }))
  await person.click(dialog.getByRole('button', { name: 'Schedule' }))
  await dialog.waitFor({ state: 'detached' })
}

async function removeBackground(person: Person): Promise<void> {
  const { page } = person
  await person.goTo('Studio')
  await person.chooseFile(page.getByRole('button', { name: /Choose|Upload|Browse/ }).first(), file)
  await person.button('Remove background')
  await page.getByRole('slider', { name: 'Before and after' }).waitFor({ timeout: maxWaitMs })
}

async function speak(person: Person): Promise<void> {
  const { page } = person
  await person.goTo('Speech')
  await person.write(page.getByRole('textbox', { name: 'Text' }), text)
  await person.button('Generate speech')
  await page.getByRole('button', { name: 'Transcribe' }).waitFor({ timeout: maxWaitMs })
}

async function correctWord(person: Person): Promise<void> {
  const { page } = person
  await person.goTo('Speech')
  await person.click(page.getByRole('tab', { name: 'Transcriptions' }))
  await person.click(page.getByRole('link', { name: /talk\.mp4/ }).first())
  const word = page.getByRole('button', { name: 'morning.', exact: true })
  await person.click(word)
  await person.click(word)
  await person.write(page.getByRole('textbox', { name: /Correct/ }), 'evening.')
  await person.press('Enter')
  await page.getByRole('button', { name: 'evening.', exact: true }).waitFor()
}

async function runWorkflow(person: Person): Promise<void> {
  const { page } = person
  await person.goTo('Workflows')
  await person.click(page.getByRole('link', { name: /Ask and tell/ }).first())
  await person.button('Start')
  await person.button('Start the run')
  await person.button('Approve')
  await page.getByRole('status').getByText('Completed').waitFor()
}
