/**
 * JSON with one value a line. It stays as it was written, down to the zeros of an amount: reading it into numbers would not
 * keep them. Any other text comes back as it is.
 */
export function readableJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  let depth = 0
  const line = (by: number) => `\n${'  '.repeat(Math.max((depth += by), 0))}`
  return text.replace(/"(?:[^"\\]|\\.)*"?|[{[]\s*[}\]]|\s+|[{}[\]:,]/g, (token) => {
    if (token === '{' || token === '[') return token + line(1)
    if (token === '}' || token === ']') return line(-1) + token
    if (token === ',') return token + line(0)
    return token === ':' ? ': ' : /^\s/.test(token) ? '' : token
  })
}
