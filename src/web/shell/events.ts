/** The parts of server-sent events that we use: `data` in one line, and comments as signs of life. Pure. */

/** The data of the whole events in the text, and the beginning of the next one. */
export function splitEvents(text: string): { data: string[]; rest: string } {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  return { data: parts.filter((part) => part.startsWith('data: ')).map((part) => part.slice(6)), rest }
}

/** In how many ms to try again after so many failures in a row; `spread` of 0 to 1 keeps pages from coming all at once. */
export function retryMs(failures: number, spread: number): number {
  return 1000 * 2 ** Math.min(failures, 5) * (1 + spread / 2)
}
