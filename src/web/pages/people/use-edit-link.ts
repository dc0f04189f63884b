import { useNavigate, useSearchParams } from 'react-router'
import { withWords } from '../../list/list-state.ts'

/** Opens the form of a row over its list; closing it goes back. */
export function useEditLink(): (id: number) => void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (id) => {
    const next = withWords(search, { modal: 'update', id })
    void navigate({ search: next.toString() }, { state: { opened: true }, preventScrollReset: true })
  }
}
