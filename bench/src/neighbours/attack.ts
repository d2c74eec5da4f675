import { setPriority } from 'node:os'
import { type Attack, attacks } from './attacks.ts'

/** Runs one attack in its own process, as often as it can, until the bench stops it. */
const [name = '', baseUrl = '', key = ''] = process.argv.slice(2)
const atOnce = 16
// Attackers have their own machines: this process must not take CPU time from the service.
setPriority(19)

const attack = attacks[name] as Attack
const again = await attack({ baseUrl, key })
let isOver = false
const outcomes = new Map<string, number>()

async function keepOn(): Promise<void> {
  while (!isOver) {
    const outcome = String(await again().catch(() => 'no answer'))
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
}
for (let one = 0; one < atOnce; one++) void keepOn()
process.send?.('started')
process.on('message', () => {
  isOver = true
  process.send?.([...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', '))
})
