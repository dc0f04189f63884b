/**
 * Patterns that answers must match as a whole. The engine keeps the set of all places in the pattern that the text read so
 * far may have led to, so its time grows with the length of the text alone, whatever the pattern. It knows literals, `.`,
 * classes, \d \w \s, groups, `|`, `* + ? {m,n}` and the anchors; it refuses all else.
 */
import { type Budget, mostSteps } from '../budget.ts'
import { type Node, parsePattern, type PatternProblem } from './pattern-parser.ts'
import type { Problem } from '../problems.ts'
import { longestText } from '../text/text.ts'

/** One place: it takes a character and goes on to `next`, or goes on to several without one. */
type State =
  | { kind: 'take'; takes: (sign: string) => boolean; cost: number; next: number }
  | { kind: 'split'; next: number[] }
  | { kind: 'start'; next: number }
  | { kind: 'end'; next: number }
  | { kind: 'done' }

/** As many parts as a pattern may come to when its repetitions are written out. */
const maxParts = 5000
const tooManyParts: PatternProblem = { code: 'PATTERN_UNSUPPORTED', limit: 1 }

const made = new Map<string, Machine | PatternProblem>()
const maxMade = 500

/** The machine of a pattern, or why it cannot be used. */
function machineOf(source: string): Machine | PatternProblem {
  const known = made.get(source)
  if (known) return known
  const parsed = parsePattern(source)
  const machine = 'code' in parsed ? parsed : (built(parsed) ?? tooManyParts)
  if (made.size >= maxMade) made.clear()
  made.set(source, machine)
  return machine
}

/** The most steps for the longest answer to one question, so several such answers fit the budget. */
const mostForOne = mostSteps / 2

/** Whether the engine knows all of its parts. */
export function isPattern(source: string): boolean {
  return !('code' in machineOf(source))
}

/** Why a pattern cannot be used: with the character as `limit`, or with the longest answer that it may be used for. */
export function patternProblem(source: string, maxLength = longestText): Problem | undefined {
  const machine = machineOf(source)
  if ('code' in machine) return machine
  const limit = Math.floor(mostForOne / machine.cost)
  return Math.min(maxLength, machine.longest) > limit ? { code: 'PATTERN_TOO_LARGE', limit } : undefined
}

/** An unusable pattern, which no survey may publish, refuses nothing. */
export function matchesPattern(source: string, text: string, budget: Budget): boolean {
  const machine = machineOf(source)
  return 'code' in machine || run(machine, text, budget)
}

interface Machine {
  states: State[]
  start: number
  /** How many parts may still be written out. */
  left: number
  /** As many steps as one character may take. */
  cost: number
  /** As many characters as it may match. */
  longest: number
}

/** Undefined when the pattern comes to too many parts. */
function built(node: Node): Machine | undefined {
  const machine: Machine = { states: [{ kind: 'done' }], start: 0, left: maxParts, cost: 0, longest: longestOf(node) }
  const start = build(node, 0, machine)
  const cost = machine.states.reduce((sum, state) => sum + costOf(state), 0)
  return start === undefined ? undefined : { ...machine, start, cost }
}

function costOf(state: State): number {
  return state.kind === 'take' ? state.cost : 1
}

function longestOf(node: Node): number {
  switch (node.kind) {
    case 'take':
      return 1
    case 'start':
    case 'end':
      return 0
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + longestOf(part), 0)
    case 'choice':
      return Math.max(...node.parts.map(longestOf))
    case 'repeat': {
      const once = node.most === 0 ? 0 : longestOf(node.of)
      return once === 0 ? 0 : once * (node.most ?? Infinity)
    }
  }
}

/** Adds the states of a node before the state `next` and gives the first; undefined when they are too many. */
function build(node: Node, next: number, machine: Machine): number | undefined {
  machine.left -= 1
  if (machine.left < 0) return undefined
  const { states } = machine
  const add = (state: State) => states.push(state) - 1
  switch (node.kind) {
    case 'take':
      return add({ ...node, next })
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

/** Writes the required copies first, then the optional ones, or one that leads back to itself. */
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

/** False when the budget does not reach: the answer then has that problem. */
function run({ states, start }: Machine, text: string, budget: Budget): boolean {
  const signs = Array.from(text)
  /** By state: before which character it was entered last. */
  const enteredAt = new Int32Array(states.length).fill(-1)
  let current: number[] = []
  let steps = 0

  function enter(into: number[], first: number, at: number): void {
    const waiting = [first]
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const state = states[index]
      if (!state || enteredAt[index] === at) continue
      enteredAt[index] = at
      steps += costOf(state)
      if (state.kind === 'take' || state.kind === 'done') into.push(index)
      if (state.kind === 'split') waiting.push(...state.next)
      if (state.kind === 'start' && at === 0) waiting.push(state.next)
      if (state.kind === 'end' && at === signs.length) waiting.push(state.next)
    }
  }

  enter(current, start, 0)
  for (const [index, sign] of signs.entries()) {
    const following: number[] = []
    for (const place of current) {
      const state = states[place]
      if (state?.kind === 'take' && state.takes(sign)) enter(following, state.next, index + 1)
    }
    current = following
    if (!budget.spend(steps)) return false
    steps = 0
    if (current.length === 0) break
  }
  // The only state without a way on is the first that was made.
  return current.includes(0)
}
