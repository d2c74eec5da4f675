export interface Size {
  width: number
  height: number
}

export interface FrameRate {
  num: number
  den: number
}

const standardRates: FrameRate[] = [
  { num: 24_000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 30, den: 1 },
  { num: 50, den: 1 },
  { num: 60_000, den: 1001 },
  { num: 60, den: 1 },
]

const usualRate: FrameRate = { num: 25, den: 1 }

/** Phones vary their rate slightly around one of the standard ones. */
const tolerated = 0.02

export const perSecond = ({ num, den }: FrameRate) => num / den

/** A constant frame rate for a video, from 1 to 60 per second. */
export function chooseFrameRate(found: FrameRate, onlyStandard: boolean): FrameRate {
  const rate = perSecond(found)
  if (!Number.isFinite(rate) || rate <= 0) return usualRate
  const off = (standard: FrameRate) => Math.abs(perSecond(standard) - rate) / rate
  const [nearest = usualRate] = standardRates.toSorted((a, b) => off(a) - off(b))
  if (onlyStandard || rate > 60 || off(nearest) <= tolerated) return nearest
  return { num: Math.round(Math.max(1, rate) * 1000), den: 1000 }
}
