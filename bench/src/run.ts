import { frames } from '../../web/bench/frames.ts'
import { activity } from './activity.ts'
import { boards } from './boards.ts'
import { capacity } from './capacity.ts'
import { diffusionReference } from './diffusion-reference.ts'
import { django } from './django.ts'
import { neighbours } from './neighbours.ts'
import { notifications } from './notifications.ts'
import { start } from './start.ts'
import { workflows } from './workflows.ts'
import { workspacesCurrent } from './workspaces-current.ts'

/** npm run bench [name …]: runs us and the bare limit side by side, and prints ratios. */
const benches: Record<string, () => Promise<void>> = {
  start,
  'workspaces-current': workspacesCurrent,
  notifications,
  boards,
  activity,
  neighbours,
  django,
  workflows,
  capacity,
  frames,
}

const wanted = process.argv.slice(2)
if (wanted[0] === 'diffusion-reference') process.exit(await diffusionReference(wanted[1]))
const unknown = wanted.find((name) => !Object.hasOwn(benches, name))
if (unknown) {
  console.error(`There is no bench "${unknown}". Available: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n── ${name}`)
  await bench()
}
