import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { EventFollower, NumberedEvent } from '../events/dispatch-events.ts'
import { dataOfEvents } from '../events/read-events.ts'
import { whoSees } from '../events/visible-events.ts'
import { type NewDelivery, queueDeliveries } from './delivery-queries.ts'
import { asksForData, fitsData, mayWant } from './event-selection.ts'
import { type ActiveSubscription, activeSubscriptions } from './queries.ts'
import { wakeSender } from './webhook-signals.ts'

type Needs = Pick<Deps, 'clock' | 'random' | 'signals'>
type Match = [NumberedEvent, ActiveSubscription]

/**
 * Follows events: one row for each matching subscription, and one job for each subscription. All
 * events wait for this, so without subscriptions it is one index lookup and writes nothing. It
 * reads event data only if a filter needs it.
 */
export function planDeliveries(deps: Needs): EventFollower {
  return async (tx, events) => {
    const workspaces = [...new Set(events.map(({ workspace_id }) => workspace_id))]
    const subscriptions = await activeSubscriptions(tx, workspaces)
    if (subscriptions.length === 0) return
    const seen = await seenByMakers(tx, possibleMatches(events, subscriptions))
    const matches = await withFittingData(tx, seen)
    if (matches.length === 0) return
    const deliveries = matches.map(([event, subscription]): NewDelivery => {
      const { workspace_id, seq: event_seq, type: event_type, trace } = event
      const id = deps.random.uuid()
      return { id, workspace_id, subscription_id: subscription.id, event_seq, event_type, trace }
    })
    const queued = await queueDeliveries(tx, deliveries, deps.clock(), false)
    const busy = new Set(queued.map(({ subscription_id }) => subscription_id))
    for (const { workspace_id, id } of subscriptions) {
      if (busy.has(id)) wakeSender(deps, tx, { workspace_id, subscription_id: id })
    }
  }
}

function possibleMatches(events: NumberedEvent[], subscriptions: ActiveSubscription[]): Match[] {
  const byWorkspace = Map.groupBy(subscriptions, ({ workspace_id }) => workspace_id)
  return events.flatMap((event) =>
    (byWorkspace.get(event.workspace_id) ?? [])
      .filter((subscription) => mayWant(subscription, event))
      .map((subscription): Match => [event, subscription]),
  )
}

/** A subscription sees what its creator can see at this moment. */
async function seenByMakers(tx: Tx, matches: Match[]): Promise<Match[]> {
  const maker = ({ created_by }: ActiveSubscription) => created_by ?? 0
  const makers = new Set(matches.map(([, subscription]) => maker(subscription)))
  const sight = await whoSees(tx, [...new Set(matches.map(([event]) => event))], makers)
  return matches.filter(([event, subscription]) => sight.sees(event, maker(subscription)))
}

async function withFittingData(tx: Tx, matches: Match[]): Promise<Match[]> {
  const asked = matches.filter(([, { filter }]) => asksForData(filter))
  if (asked.length === 0) return matches
  const data = await dataOfEvents(tx, [...new Set(asked.map(([{ seq }]) => seq))])
  return matches.filter(
    ([{ seq }, { filter }]) => !asksForData(filter) || fitsData(filter, data.get(seq) ?? {}),
  )
}
