/** What forms offer for staff; the API and files take any word. */
import { useTextOr } from '../../i18n/text.ts'

export const genders = ['FEMALE', 'MALE', 'OTHER'] as const

export function useGenderWord(): (gender: string) => string {
  const textOr = useTextOr()
  return (gender) => textOr(`people.gender.${gender}`, gender)
}
