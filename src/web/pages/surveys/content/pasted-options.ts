/** A list of options as it is pasted: one on each line, `code;label`, `code<tab>label` or the label alone. Pure. */

export interface PastedOption {
  /** Counted from 1. */
  line: number
  /** The next free one unless given. */
  code: string | undefined
  label: string
}

export function readPasted(text: string): PastedOption[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, ...split(line.trim()) }))
    .filter(({ code, label }) => label !== '' || code !== undefined)
}

function split(line: string): { code: string | undefined; label: string } {
  const [, code, label] = /^([^;\t]*)[;\t](.*)$/.exec(line) ?? []
  if (code === undefined || label === undefined) return { code: undefined, label: line }
  return { code: code.trim() === '' ? undefined : code.trim(), label: label.trim() }
}
