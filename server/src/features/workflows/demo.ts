import type { Deps } from '../../deps.ts'
import type { OperationCaller } from '../../http/call-operation.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Demo } from '../feature.ts'
import { listAccounts } from '../social/accounts/read-accounts.ts'
import { listWorkflows } from './read-workflows.ts'
import { startRun } from './runs/start-run.ts'
import { createWorkflow } from './save-workflow.ts'

const terminate = 'terminateWorkflowRun'

/** Adds three workflows from templates, each with a run, unless workflows already exist. */
export async function demoWorkflows(
  deps: Deps,
  caller: OperationCaller,
  { owner, remember }: Demo,
): Promise<void> {
  const { count } = await listWorkflows(deps, owner, { page: 1, page_size: 1 })
  if (count > 0) return
  const agent: Actor = { ...owner, kind: 'agent', name: 'Launch agent' }
  const [account] = await listAccounts(deps, owner)
  const account_ids = account ? [account.id] : []
  const inputs: Record<string, Record<string, unknown>> = {
    'product-picture': { picture: await drawMug(), product: 'The autumn mug', account_ids },
    'spoken-announcement': { board: 'launch', text: 'The autumn mug is here. Come and hold it.' },
    'launch-week': { name: 'Mug week', board: 'launch', account_ids, posts: posts(deps.clock()) },
  }
  for (const [template, input] of Object.entries(inputs)) {
    const workflow = await createWorkflow(deps, caller, owner, { template, is_listed: true })
    await remember({ operation: 'deleteWorkflow', params: { id: workflow.id } })
    const { run_id } = await startRun(deps, agent, workflow.id, { input, source: 'the demo' })
    const params = { id: workflow.id, run_id }
    await remember({ operation: terminate, params, body: { reason: 'The demo was removed.' } })
  }
}

function posts(now: Date) {
  const messages = [
    'Something warm is coming. #autumn',
    'Thrown, glazed and fired in our own workshop.',
    'The autumn mug is here.',
  ]
  return messages.map((message, index) => {
    const day = new Date(now.getTime() + (index + 3) * 86_400_000).toISOString().slice(0, 10)
    return { day, message }
  })
}

/** Draws a mug on a table, so the demo needs no external photo. */
async function drawMug(): Promise<string> {
  const drawing = `<svg width="480" height="360" xmlns="http://www.w3.org/2000/svg">
    <defs>
      <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="#e8ddcb"/><stop offset="1" stop-color="#c9b79c"/>
      </linearGradient>
      <linearGradient id="glaze" x1="0" y1="0" x2="1" y2="0">
        <stop offset="0" stop-color="#7c2f1d"/><stop offset=".4" stop-color="#c4573a"/>
        <stop offset="1" stop-color="#6d2717"/>
      </linearGradient>
    </defs>
    <rect width="480" height="360" fill="url(#wall)"/>
    <rect y="270" width="480" height="90" fill="#8a6f52"/>
    <ellipse cx="240" cy="300" rx="95" ry="14" fill="#5b4633" opacity=".5"/>
    <path d="M315 160 q70 10 45 75 q-12 30 -50 30" fill="none" stroke="#8d3a25" stroke-width="17"/>
    <path d="M155 120 h170 v150 q0 30 -30 30 h-110 q-30 0 -30 -30 z" fill="url(#glaze)"/>
    <ellipse cx="240" cy="120" rx="85" ry="20" fill="#a8472d"/>
    <ellipse cx="240" cy="122" rx="72" ry="15" fill="#3b1a10"/>
  </svg>`
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
