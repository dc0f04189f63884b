/**
 * Calls for components, on react-query.
 * `const { data, error, isPending } = useCall(surveys.get, { params: { id } })` reads; an outdated read is aborted.
 * `const approve = useSend(payments.approve, { refreshes: [payments.list] })`, then
 * `await approve.mutateAsync({ params, body })` writes and loads again what it changed.
 */
import {
  CancelledError,
  keepPreviousData,
  type Query,
  QueryClient,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { Answered, Endpoint } from '#contract/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { call, type CallInput, type Cancelled, isCancelled, newKey } from './client.ts'
import { onSessionEnd } from './session-end.ts'

/** networkMode: an offline browser must show the failure, not wait silently. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

onSessionEnd(() => queryClient.clear())

/** The answer, or silence: react-query keeps quiet about a `CancelledError`. For reads of several calls (`useQuery`). */
export async function ask<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answered<E>> {
  const answer = await (call as (endpoint: E, input: CallInput<E>) => Promise<Answered<E> | Cancelled>)(endpoint, input)
  if (isCancelled(answer)) throw new CancelledError({ revert: true, silent: true })
  return answer
}

interface ReadOptions<Answer> {
  /** False: not now. */
  enabled?: boolean
  /** Loads again together with what this endpoint answers. */
  with?: Endpoint | undefined
  /** Asked once: it changes so seldom that only what changes it here asks again. */
  isKept?: boolean
  /** Shows the last answer while another page loads. */
  keepPrevious?: boolean
  /** The pause in ms before the next call while the page is visible; undefined: no more. It sees the last outcome. */
  everyMs?: ((answer: Answer | undefined, error: ApiError | null) => number | undefined) | undefined
}

export function useCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: ReadOptions<Answered<E>> = {},
): UseQueryResult<Answered<E>, ApiError> {
  const { everyMs } = options
  return useQuery<Answered<E>, ApiError>({
    queryKey: [(options.with ?? endpoint).path, input],
    queryFn: ({ signal }) => ask(endpoint, { ...input, signal }),
    enabled: options.enabled ?? true,
    ...(options.isKept ? { staleTime: Infinity } : {}),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(everyMs ? { refetchInterval: ({ state }) => everyMs(state.data, state.error) ?? false } : {}),
  })
}

interface SendOptions {
  refreshes?: readonly Endpoint[]
  /** Sent again after its answer was lost, the same input does nothing twice. */
  once?: boolean
}

export function useSend<E extends Endpoint>(
  endpoint: E,
  { refreshes = [], once = false }: SendOptions = {},
): UseMutationResult<Answered<E>, ApiError, CallInput<E>> {
  const open = useRef({ text: '', key: '' })
  const end = () => void (open.current.text = '')

  function keyOf(input: object): string {
    const text = JSON.stringify(input, (_, part: unknown) =>
      part instanceof File ? [part.name, part.size, part.lastModified] : part,
    )
    if (open.current.text !== text) open.current = { text, key: newKey() }
    return open.current.key
  }

  return useMutation({
    mutationFn: (input: CallInput<E>) => ask(endpoint, once ? { ...input, idempotencyKey: keyOf(input) } : input),
    onSuccess: end,
    onError: ({ status }: ApiError) => status < 500 && end(),
    // Also after a failure: a bulk call may have done half, and a 409 means that what we show is old.
    onSettled: () => refresh(...refreshes),
  })
}

/** Records of this name (`sites`) have changed: whatever shows some of them loads again. */
export const refreshRecords = (name: string) => outdate((path) => path.split('/').includes(name))

/** What these endpoints answered is old: whatever shows it loads again. */
export const refresh = (...endpoints: readonly Endpoint[]) =>
  outdate((path) => endpoints.some((endpoint) => endpoint.path === path))

/** What no screen shows is forgotten: opened again, it would look as before the change until its answer is there. */
function outdate(isOld: (path: string) => boolean): Promise<void> {
  const predicate = ({ queryKey: [path] }: Pick<Query, 'queryKey'>) => isOld(String(path))
  queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 && predicate(query) })
  return queryClient.invalidateQueries({ predicate })
}
