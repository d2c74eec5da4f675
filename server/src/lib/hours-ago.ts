export function hoursAgo(clock: () => Date, hours: number): Date {
  return new Date(clock().getTime() - hours * 3_600_000)
}
