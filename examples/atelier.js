// What the agents here can do, as plain functions on fetch. Each framework wraps them as its tools.
import { randomUUID } from 'node:crypto'

const { ATELIER_URL: url = 'http://localhost:4600', ATELIER_API_KEY: key } = process.env

/** Calls an operation and returns its response. The key makes it safe to repeat. */
export async function call(method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Api-Key ${key}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(`${result.code}: ${result.detail}`)
  return result
}

/** Removes the background of an image. Returns the id and URL of the result. */
export async function cutOut({ image_url }) {
  const { task_id } = await call('POST', '/api/v1/tools/remove-background', { image_url })
  for (;;) {
    const { status, info } = await call('GET', `/api/v1/tasks/${task_id}`)
    if (status === 'SUCCESS') return { asset_id: info.result[0].asset_id, url: info.result[0].url }
    if (status === 'FAILURE') throw new Error(info.error.message)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** Asks you for approval and waits for the answer, from the console, an email or a phone. */
export async function askPerson({ title, message }) {
  const { user, workspace } = await call('GET', '/api/v1/workspaces/current')
  const { thread_id } = await call('POST', '/api/v1/service/agent/notify', {
    userId: String(user.id),
    workspaceId: String(workspace.id),
    category: 'agentNeedsInput',
    title,
    message,
    threadId: randomUUID(),
    question: { kind: 'approval' },
  })
  for (;;) {
    const { results } = await call('GET', `/api/v1/threads/${thread_id}/answers?wait=60`)
    if (results[0]) return { answer: results[0].answer.value }
  }
}

/** Adds a card to a board, which is created if it does not exist. */
export async function addCard({ board, title }) {
  const { results } = await call('GET', `/api/v1/pm/boards?search=${encodeURIComponent(board)}`)
  const found = results[0] ?? (await call('POST', '/api/v1/pm/boards', { title: board }))
  const { slug } = await call('POST', '/api/v1/pm/tasks', { board: found.id, title })
  return { card: slug }
}

export const tools = {
  cut_out: { run: cutOut, description: 'Remove the background of an image.', input: ['image_url'] },
  ask_person: {
    run: askPerson,
    description: 'Ask the person to approve something, and wait for the answer.',
    input: ['title', 'message'],
  },
  add_card: { run: addCard, description: 'Add a card to a board.', input: ['board', 'title'] },
}

export const instructions =
  'You prepare product images. Cut the product out, ask the person to approve the result, and add a card to the board “Products” only if they approve.'

/** The calls that a model would make, for a run without a model. `answerOf` reads a result. */
export function scriptedTurn(results, image_url) {
  if (!results.cut_out) return { tool: 'cut_out', input: { image_url } }
  if (!results.ask_person) {
    const { url: cutout } = results.cut_out
    return { tool: 'ask_person', input: { title: 'Is the cut-out good?', message: cutout } }
  }
  if (results.ask_person.answer !== 'approved') return { text: 'The person did not approve.' }
  if (!results.add_card) {
    return { tool: 'add_card', input: { board: 'Products', title: 'Publish the cut-out' } }
  }
  return { text: `Added the card ${results.add_card.card}.` }
}
