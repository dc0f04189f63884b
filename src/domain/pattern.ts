/**
 * Patterns that answers must match as a whole. The engine keeps the set of all places in the pattern that the text read so
 * far may have led to, so its time grows with the length of the text alone, whatever the pattern. It knows literals, `.`,
 * classes, \d \w \s, groups, `|`, `* + ? {m,n}` and the anchors; it refuses all else.
 */
import { type Node, parsePattern, type PatternProblem } from './pattern-parser.ts'

interface Pattern {
  matches: (text: string) => boolean
}

/** One place: it takes a character and goes on to `next`, or goes on to several without one. */
type State =
  | { kind: 'take'; takes: (sign: string) => boolean; next: number }
  | { kind: 'split'; next: number[] }
  | { kind: 'start'; next: number }
  | { kind: 'end'; next: number }
  | { kind: 'done' }

/** As many parts as a pattern may come to when its repetitions are written out. */
const maxParts = 5000

const made = new Map<string, Pattern | PatternProblem>()
const maxMade = 500

/** The pattern, or why it cannot be used, with the character as `limit`. */
function patternOf(source: string): Pattern | PatternProblem {
  const known = made.get(source)
  if (known) return known
  const pattern = makePattern(source)
  if (made.size >= maxMade) made.clear()
  made.set(source, pattern)
  return pattern
}

export function patternProblem(source: string): PatternProblem | undefined {
  const pattern = patternOf(source)
  return 'code' in pattern ? pattern : undefined
}

/** An unusable pattern, which no survey may publish, refuses nothing. */
export function matchesPattern(source: string, text: string): boolean {
  const pattern = patternOf(source)
  return 'code' in pattern || pattern.matches(text)
}

function makePattern(source: string): Pattern | PatternProblem {
  const parsed = parsePattern(source)
  if ('code' in parsed) return parsed
  const machine = machineOf(parsed)
  if (!machine) return { code: 'PATTERN_UNSUPPORTED', limit: 1 }
  return { matches: (text) => run(machine, text).matches }
}

interface Machine {
  states: State[]
  start: number
  /** How many parts may still be written out. */
  left: number
}

/** Undefined when the pattern comes to too many parts. */
function machineOf(node: Node): Machine | undefined {
  const machine: Machine = { states: [{ kind: 'done' }], start: 0, left: maxParts }
  const start = build(node, 0, machine)
  return start === undefined ? undefined : { ...machine, start }
}

/** Adds the states of a node before the state `next` and gives the first; undefined when they are too many. */
function build(node: Node, next: number, machine: Machine): number | undefined {
  machine.left -= 1
  if (machine.left < 0) return undefined
  const { states } = machine
  const add = (state: State) => states.push(state) - 1
  switch (node.kind) {
    case 'take':
      return add({ kind: 'take', takes: node.takes, next })
    case 'start':
    case 'end':
      return add({ kind: node.kind, next })
    case 'sequence':
      return node.parts.reduceRight<number | undefined>(
        (after, part) => (after === undefined ? undefined : build(part, after, machine)),
        next,
      )
    case 'choice': {
      const starts = node.parts.map((part) => build(part, next, machine))
      return starts.includes(undefined) ? undefined : add({ kind: 'split', next: starts as number[] })
    }
    case 'repeat':
      return buildRepeat(node, next, machine)
  }
}

/** So many copies as must be, then those that may be, or one that leads back to itself. */
function buildRepeat({ of, least, most }: Node & { kind: 'repeat' }, next: number, machine: Machine) {
  const { states } = machine
  let first: number | undefined = next
  if (most === undefined) {
    const again: number[] = [next]
    const loop = states.push({ kind: 'split', next: again }) - 1
    const body = build(of, loop, machine)
    if (body === undefined) return undefined
    again.push(body)
    first = loop
  } else {
    for (let count = least; count < most && first !== undefined; count += 1) {
      const body = build(of, first, machine)
      first = body === undefined ? undefined : states.push({ kind: 'split', next: [body, next] }) - 1
    }
  }
  for (let count = 0; count < least && first !== undefined; count += 1) first = build(of, first, machine)
  return first
}

/** `steps`: how many states were entered, which is at most their number for each character and one more. */
function run({ states, start }: Machine, text: string): { matches: boolean; steps: number } {
  const signs = Array.from(text)
  let steps = 0
  let current = new Set<number>()

  function enter(into: Set<number>, first: number, at: number): void {
    const waiting = [first]
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (into.has(index)) continue
      into.add(index)
      steps += 1
      const state = states[index]
      if (state?.kind === 'split') waiting.push(...state.next)
      if (state?.kind === 'start' && at === 0) waiting.push(state.next)
      if (state?.kind === 'end' && at === signs.length) waiting.push(state.next)
    }
  }

  enter(current, start, 0)
  for (const [index, sign] of signs.entries()) {
    const following = new Set<number>()
    for (const place of current) {
      const state = states[place]
      if (state?.kind === 'take' && state.takes(sign)) enter(following, state.next, index + 1)
    }
    current = following
    if (current.size === 0) break
  }
  // The only state without a way on is the first that was made.
  return { matches: current.has(0), steps }
}

/** How many steps it takes to match, for a test that they grow with the text alone. */
export function stepsToMatch(source: string, text: string): number {
  const parsed = parsePattern(source)
  const machine = 'code' in parsed ? undefined : machineOf(parsed)
  return machine ? run(machine, text).steps : 0
}
