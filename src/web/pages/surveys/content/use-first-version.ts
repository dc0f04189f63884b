import { useForm } from '../../../form/form-context.ts'

/** The first published version that holds the record of this form; null while only the draft does. */
export function useFirstVersion(): number | null {
  const { row } = useForm()
  return (row as { firstVersion: number | null } | undefined)?.firstVersion ?? null
}
