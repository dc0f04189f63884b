/** Passwords that one person gives another: good for one sign-in within three days, and then to be replaced. */

const hours = 72

export function oneTimeUntil(): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}
