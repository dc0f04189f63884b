/** Phone numbers: how they are shown to those who may not see them, and what Excel does to them. */

/** Parses a number as people write it into E.164; undefined when it is none. The library stands outside the domain. */
export type PhoneParser = (text: string) => string | undefined

/** Whether it may be a number of some country: nothing but what numbers are written with, and as many digits as they have. */
export function looksLikePhone(text: string): boolean {
  const plain = text.normalize('NFKC').trim()
  const digits = plain.replace(/\D/g, '').length
  return /^\+?[\d\s().-]+$/.test(plain) && digits >= 4 && digits <= 20
}

/** `+258841234567` → `+258•••••••67`: enough to tell two people apart, too little to call one. */
export function maskPhone(phone: string): string {
  const hidden = Math.max(0, phone.length - 6)
  return phone.slice(0, 4) + '•'.repeat(hidden) + phone.slice(phone.length - 2)
}

/** What `maskPhone` makes. */
export const maskedPhone = /^\+\d{3}•+\d{2}$/

/** Whether somebody sees phone numbers in full (product.md §2). */
export function seesPhones(permissions: ReadonlySet<string>): boolean {
  return permissions.has('payments.viewPhone') || permissions.has('responses.personal')
}

/** `8.41E+08`: a phone number that went through Excel as a number and lost its digits. */
export function isScientific(text: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text.trim())
}
