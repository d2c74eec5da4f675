/** A change of a count in a fixed window. The first change of a window sets its end. */
export interface Change {
  key: string
  by: number
  windowMs: number
}

export interface Total {
  used: number
  /** Until the window ends. */
  leftMs: number
}

/** How many of something this process holds now, such as sockets of a credential. */
export interface Holding {
  key: string
  held: number
}

/** Where the processes of an installation add up what each of them counted. */
export interface CountStore {
  /** Adds the changes and returns the totals of all processes, in the order of the changes. */
  add(changes: readonly Change[]): Promise<Total[]>
  /** Deducts one from each count, for what should not have counted. */
  takeBack(keys: readonly string[]): Promise<void>
  /** Reports what this process holds and returns what the others hold, in the same order. */
  hold(holdings: readonly Holding[]): Promise<number[]>
}

/** Forgets a process that has not reported for this long. */
export const holdMs = 60_000

/** Uses the second store while the first does not answer. */
export function withFallback(first: CountStore, second: CountStore): CountStore {
  return {
    add: (changes) => first.add(changes).catch(() => second.add(changes)),
    takeBack: (keys) => first.takeBack(keys).catch(() => second.takeBack(keys)),
    hold: (holdings) => first.hold(holdings).catch(() => second.hold(holdings)),
  }
}
