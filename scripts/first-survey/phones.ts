/** Made-up phone numbers for trying payments. */

/** Endings from here on make the provider simulator fail on purpose (src/server/payments/simulator/faults.ts). */
const firstFault = 9900

/** `count` numbers from `first` upward, without those that the simulator treats as faults. Throws when `first` is none. */
export function phonesFrom(first: string, count: number): string[] {
  if (!/^\+[1-9]\d{7,13}$/.test(first)) throw new Error(`--phones takes a number such as +258840000000, not ${first}`)
  const phones: string[] = []
  for (let number = Number(first.slice(1)); phones.length < count; number += 1)
    if (number % 10_000 < firstFault) phones.push(`+${number}`)
  return phones
}
