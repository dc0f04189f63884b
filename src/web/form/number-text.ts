/** Numbers as people type and paste them; a form's number field takes what comes out. */

/**
 * With a point for the decimals. A comma counts as the decimal sign where the language uses it so, or where it cannot
 * mean thousands. A text that is no number stays as it is, and the field refuses it.
 */
export function decimalText(text: string, locale: string): string {
  const plain = text.trim().replace(/^[\u2212\u2013]/, '-')
  const isDecimal = /^[+-]?\d+,\d+$/.test(plain) && (decimalSign(locale) === ',' || !/,\d{3}$/.test(plain))
  if (isDecimal) return plain.replace(',', '.')
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain
}

function decimalSign(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}
