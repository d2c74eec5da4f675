/**
 * A single result with this score is worth a spare candidate. Where several results share one, it
 * adds less to the time of all, so less is enough.
 */
const badScore = 0.25

export interface Scored {
  seed: number
  score: number
}

type Kept<T> = Scored & { value: T }

/** Keeps the `count` best candidates. Only their values are made, because encoding takes time. */
export function keepBest<T>(count: number) {
  const kept: Kept<T>[] = []
  let candidates = 0
  const worst = () => kept.reduce((a, b) => (b.score > a.score ? b : a))
  return {
    needsMore: () => kept.length < count || worst().score >= badScore / count,

    async offer(candidate: Scored, make: () => Promise<T>): Promise<void> {
      candidates++
      if (kept.length === count) {
        const out = worst()
        if (candidate.score >= out.score) return
        kept.splice(kept.indexOf(out), 1)
      }
      kept.push({ ...candidate, value: await make() })
    },

    outcome: (isBestFirst: boolean) => ({
      kept: isBestFirst ? kept.toSorted((a, b) => a.score - b.score) : kept,
      candidates,
    }),
  }
}
