/** The parts of server-sent events that we use: `data` in one line, and comments as signs of life. Pure. */

/** The data of the whole events in the text, and the beginning of the next one. */
export function splitEvents(text: string): { data: string[]; rest: string } {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  return { data: parts.filter((part) => part.startsWith('data: ')).map((part) => part.slice(6)), rest }
}

/** The wait in ms before the next try after these failures in a row; `spread` (0 to 1) keeps pages apart. */
export function retryMs(failures: number, spread: number): number {
  return 1000 * 2 ** Math.min(failures, 5) * (1 + spread / 2)
}
