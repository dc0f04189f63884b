/** The product that the journeys of this process walk through. */
import { inject } from 'vitest'
import type { Product } from './global-setup.ts'

/** Vitest numbers the processes at work from 1; one that begins takes the number of one that has ended. */
export function product(): Product {
  const found = inject('products')[Number(process.env['VITEST_POOL_ID']) - 1]
  if (!found) throw new Error(`No product for the process ${process.env['VITEST_POOL_ID']}`)
  return found
}
