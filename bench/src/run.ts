import { frames } from '../../web/bench/frames.ts'
import { activity } from './activity.ts'
import { background } from './background.ts'
import { boards } from './boards.ts'
import { capacity } from './capacity.ts'
import { devices } from './devices.ts'
import { diffusionReference } from './diffusion-reference.ts'
import { django } from './django.ts'
import { dropIn } from './drop-in.ts'
import { engineShare } from './engine-share.ts'
import { events } from './events.ts'
import { growth } from './growth.ts'
import { neighbours } from './neighbours.ts'
import { notifications } from './notifications.ts'
import { polling } from './polling.ts'
import { sockets } from './sockets.ts'
import { speech } from './speech.ts'
import { speechLanguages } from './speech-languages.ts'
import { transcription } from './transcription.ts'
import { workflows } from './workflows.ts'
import { workspacesCurrent } from './workspaces-current.ts'

/** npm run bench [name …]: runs us and the bare limit side by side, and prints ratios. */
const benches: Record<string, () => Promise<void>> = {
  'workspaces-current': workspacesCurrent,
  background,
  polling,
  speech,
  'speech-languages': speechLanguages,
  transcription,
  'drop-in': dropIn,
  sockets,
  notifications,
  boards,
  activity,
  events,
  neighbours,
  growth,
  django,
  workflows,
  capacity,
  'engine-share': engineShare,
  devices,
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
