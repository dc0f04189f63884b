// The one place that may: by React's own `lazy` alone a chunk that does not come takes the whole screen with it.
// oxlint-disable-next-line no-restricted-imports
import { type ComponentType, createElement, type FunctionComponent, lazy, useReducer } from 'react'
import { loadChunk } from './load-chunk.ts'
import { MissingPart, RetryPart } from './ui/MissingPart.tsx'

/** Style sheets that did not come: the bundler's loader asks for each of them once only. */
const missingStyles = new Set<HTMLLinkElement>()

if (typeof document === 'object') {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target)
  }
  document.addEventListener('error', note, { capture: true })
}

function askForMissingStyles(): void {
  for (const link of missingStyles) link.replaceWith(link.cloneNode())
  missingStyles.clear()
}

/**
 * A component on demand: `lazyComponent(async () => (await import('./FormDialog.tsx')).FormDialog)`. When it does not come
 * that is said in its place, with a way to try again: a form around it keeps what was typed, a list what was chosen.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let Part = begin()

  function begin(): ComponentType<Props> {
    return lazy(async () => ({ default: await loadChunk(load).catch((): ComponentType<Props> => MissingPart) }))
  }

  return function OnDemand(props) {
    const [, draw] = useReducer((times: number) => times + 1, 0)
    const retry = () => {
      askForMissingStyles()
      Part = begin()
      draw()
    }
    return createElement(RetryPart, { value: retry }, createElement(Part, props))
  }
}
