/** What a house without units says of them: users with the right to import read where to begin. */
import { useCan } from '../../api/session.ts'

export function useNoUnits() {
  return useCan('units.write') ? 'administrative-units.none' : 'administrative-units.select.none'
}
