/** `+258841234567` → `+258 841 234 567`: digits in threes are easier to compare. A masked one stays as it is. */
export function groupedPhone(phone: string): string {
  if (!/^\+\d+$/.test(phone)) return phone
  return `+${phone.slice(1).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ' ')}`
}
