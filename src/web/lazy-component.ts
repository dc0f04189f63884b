// The one place that may: by React's own `lazy` alone a chunk that does not come takes the whole screen with it.
// oxlint-disable-next-line no-restricted-imports
import { type ComponentType, createElement, type FunctionComponent, lazy, useReducer } from 'react'
import type { Area } from './i18n/areas.ts'
import { loadArea } from './i18n/messages.ts'
import { PageOutdated } from './import-whole.ts'
import { MissingPart, OutdatedPart, RetryPart } from './ui/MissingPart.tsx'

/**
 * A component on demand, with the texts that only it shows:
 * `lazyComponent(async () => (await import('./UnitPicker.tsx')).UnitPicker, 'administrative-units')`. When it does not
 * come, a note with a way to try again takes its place. A form around it keeps its text, a list its selection.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...areas: readonly Area[]
): FunctionComponent<Props> {
  let Part = begin()

  async function whole(): Promise<ComponentType<Props>> {
    const [Loaded] = await Promise.all([load(), ...areas.map(loadArea)])
    return Loaded
  }

  function begin(): ComponentType<Props> {
    return lazy(async () => ({ default: await whole().catch(inItsPlace) }))
  }

  return function OnDemand(props) {
    const [, draw] = useReducer((times: number) => times + 1, 0)
    const retry = () => {
      Part = begin()
      draw()
    }
    return createElement(RetryPart, { value: retry }, createElement(Part, props))
  }
}

function inItsPlace(error: unknown): ComponentType {
  console.error(error)
  return error instanceof PageOutdated ? OutdatedPart : MissingPart
}
