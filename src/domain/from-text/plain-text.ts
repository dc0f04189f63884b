/** The text of a pasted document: what lost its shape when it was copied gets it back, a thing to a line. */
import { scanHtml } from '../text/html-scan.ts'

export const boxes = '☐□❑❒▢◻▫☑☒'
export const circles = '○◯⃝⚪❍◌◎⭘'
const bullets = '•●▪■◆◦‣∙·►▶–—*-'
/** A sign before an option. */
export const glyph = new RegExp(`[${boxes}${circles}]|\\[\\s{0,3}\\]|\\(\\s{1,3}\\)|\\( ?\\)`)
export const glyphFirst = new RegExp(`^(?:${glyph.source})\\s*`)
export const bullet = new RegExp(`^(?:[${bullets}]|o(?=\\s{2,}|\\t|\\s[\\p{Lu}\\d]))\\s*(?=\\S)`, 'u')

const sign = `[${boxes}${circles}]|\\[ {1,6}\\]|\\( {1,6}\\)`
/** `___single ____married`: a blank before each answer is a box; the one before `Age:` is not. */
const blankBefore = /_{2,}[ \t]?(?=[\p{L}\d])(?![^_:\n]{1,40}:)/gu
const linesOfBlanks = /^[ \t]*_{2,}[ \t]?[\p{L}\d].*$|^.*[\s:：?](_{2,}[\p{L}\d][^_\n]*){2,}$/gmu
const hidden = /[^\P{C}\n\t]|\ufffd/gu

/** What is put for what, in this order. */
const repairs: readonly (readonly [RegExp, string | ((line: string) => string)])[] = [
  // Word's own signs for boxes, bullets and arrows, which only its fonts can show, and the letters that are left of them.
  [/[\uf06f\uf071\uf0a8\uf0a1\uf072\uf0fd\uf0fe]|^[ \t]*[qr¨](?=\t| {2,}(?=\p{L}))/gmu, '☐'],
  [/[\uf0b7\uf0a7\uf0d8\uf076\uf0fc]/g, '•'],
  [/[\uf0e0\uf0e8\uf0f0]|-{2,}[→>]/g, '→'],
  [/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC')],
  [/[\u00a0\u2000-\u200a\u3000]/g, ' '],
  [/^[ \t]*(?:>[ \t]?)+|^[ \t]*(?:[-=*]{3,}|```\w*)[ \t]*$|\*\*/gm, ''],
  [/([[(]) {2,}(?=[\])])/g, '$1 '],
  [/[①-⑳]/g, (digit) => `(${digit.normalize('NFKC')}) `],
  // A number that lost its space, or got one.
  [/^([ \t]*(?:\d{1,2}\.\d{1,2}|[A-Z]{1,2}\d{1,3}))\*?(?=\p{Lu}\p{Ll})/gmu, '$1 '],
  [/^([ \t]*[A-Z]) (?=\d{1,2}[.):])/gm, '$1'],
  [/(?<=[?？]|^\p{Lu}[^\d\n]{0,20} \d)(?=\p{Lu}\p{Ll})/gmu, ' '],
  [/(?<=\p{L}[:：]) ?[-–]+(?=\s)/gu, ''],
  [/(?<=[:：] ?)\|(?: *\|){2,}/g, '____'],
  // `! - - - !`: boxes for the digits of an answer.
  [/!(?:[ -]*-[ -]*!)+|(?: - ?){3,}|(?<=[\p{L})]\s?[:：]? ?)-{4,}/gu, '____'],
  // Of Markdown: a box in a list, a question as a heading. A star or a picture before a question is no part of it.
  [new RegExp(`^([ \\t]*)[-*+•] (?=${glyph.source}|\\[[xX]\\])`, 'gm'), '$1'],
  [/^[ \t]*#{1,6} (?=(?:[A-Z]\.?)?\d{1,3}\w{0,3}(?:\.\d+)*[.)]|.*[?？]\s*$)/gm, ''],
  [/^[ \t]*(?:\*(?=\s*\d|\s*$)|:[a-z_]+:|[\u{1f300}-\u{1faff}❓❔]\ufe0f?)[ \t]*/gmu, ''],
  // One sign alone, at the end of its line.
  [new RegExp(`^[^?\\n]*?\\s*(?:${sign})[ \\t]*$`, 'gmu'), signFirst],
  // The brackets for the answer to a question.
  [/(?<=^[ \t]*\d.*[?？:：\p{Script=Han})）]\s*)[(（]\s*[)）]?[ \t]*$|^[ \t]*[)）][ \t]*$/gmu, ''],
  // A mark alone is before what follows it; a line to write on belongs to what is over it. No line gets another number.
  [
    /^[ \t]*([-–•●▪*]|[([]?(?:[A-Z]?\d{1,3}|[A-H])[.)、]|[A-Z]{1,2}\d{1,3}[A-Z]?|[A-H](?=\s+\p{Script=Han}))[ \t]*(\n\s*)(?=\p{L})/gmu,
    '$2$1 ',
  ],
  [/([^\s_][ \t]*)\n([ \t]*_{5,})/g, '$1 $2\n'],
  [/^([^|\n]*\S)[ \t]*\|[ \t]*$/gm, '$1'],
  [linesOfBlanks, (line) => line.replace(blankBefore, ' ☐ ')],
  [hidden, ''],
]

const signLast = new RegExp(`^((?:(?!${sign})[^?])*?[\\p{L}\\d](?:(?!${sign})[^?])*?)\\s*(${sign})[ \\t]*$`, 'u')

/** `To eat [ ]`, `1. Sex: 1. Male [ ]`: the sign is before its words. */
function signFirst(line: string): string {
  const [, words, found] = signLast.exec(line) ?? []
  if (words === undefined) return line
  const colon = /[\p{L}\d]/u.test(words.slice(words.lastIndexOf(':') + 1)) ? words.lastIndexOf(':') + 1 : 0
  return `${words.slice(0, colon)}${found} ${words.slice(colon)}`
}

export function plainText(pasted: string): string {
  const text = /<(?:p|div|li|br|td|h[1-6]|input)\b[^>]{0,500}>/i.test(pasted) ? textOfHtml(pasted) : pasted
  const whole = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\f\v\u2028\u2029]/g, '\n')
  // A line that long is no question, and looking through it takes too long.
  const repaired = whole
    .split(/(^.{501,}$)/m)
    .map((part, index) => (index % 2 === 0 ? repair(part) : part.replace(hidden, '')))
  return withCodes(withBoxes(repaired.join('')).split('\n')).join('\n')
}

function repair(text: string): string {
  return repairs.reduce(
    (before, [from, to]) => (typeof to === 'string' ? before.replace(from, to) : before.replace(from, to)),
    text,
  )
}

const lostBox = /^[ \t]*([qrmlnp¨§]) (?=\S)/gm

/** `q Yes`, `q No`: a letter before many lines is what its font has shown as a box. */
function withBoxes(text: string): string {
  const found = [...text.matchAll(lostBox)].map(([, letter]) => letter)
  return text.replace(lostBox, (all, letter) => (found.filter((each) => each === letter).length > 3 ? '☐ ' : all))
}

const codeAtEnd = /^([^\t→]{0,88}\p{L}[^\t→]{0,88}?)[ :_-]+(\d{1,3}) *$/u

/** `Urban 1`, `Rural 2`: numbers that count on at the ends of lines are the codes of options. */
function withCodes(lines: string[]): string[] {
  const found = lines.map((line) => (line.length > 200 ? null : codeAtEnd.exec(line)))
  // A page may leave a line free between two options.
  const written = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]))
  const codes = written.map((at) => (found[at] ? Number(found[at]?.[2]) : Number.NaN))
  const isNext = (at: number) => {
    const [last = Number.NaN, own = Number.NaN] = [codes[at - 1], codes[at]]
    return own === last + 1 || (own > last && own > 80) || (last === 1 && own === 0)
  }
  let isInside = false
  written.forEach((line, at) => {
    isInside = isInside ? isNext(at) : (codes[at] ?? 2) <= 1 && isNext(at + 1)
    if (isInside) lines[line] = `${found[line]?.[1] ?? ''} ... ${codes[at]}`
  })
  return lines
}

const breaking = /^(p|div|li|br|tr|table|ul|ol|h[1-6]|section|article|label|dt|dd)$/

function textOfHtml(source: string): string {
  const parts = scanHtml(source).map((part) => {
    if (part.kind === 'text') return part.text.replace(/\s+/g, ' ')
    if (part.name === 'td' || part.name === 'th') return part.kind === 'close' ? '\t' : ''
    if (part.name !== 'input' || part.kind !== 'open') return breaking.test(part.name) ? '\n' : ''
    const type = part.attributes.get('type')?.toLowerCase()
    return type === 'radio' ? '○ ' : type === 'checkbox' ? '☐ ' : ' ____ '
  })
  return parts.join('')
}
