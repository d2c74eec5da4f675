// Preloaded into one process of a fleet: its clock is ten minutes ahead.
const aheadMs = 600_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + aheadMs)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + aheadMs
  }
}
