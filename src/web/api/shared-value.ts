/** A value outside of components, such as the session: a component that shows it by `use` is drawn again when it changes. */
import { useSyncExternalStore } from 'react'

export class SharedValue<T> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  readonly get = (): T => this.#value

  set(value: T): void {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A hook. `part`: what of it is shown. */
  use(): T
  use<Part>(part: (value: T) => Part): Part
  use(part: (value: T) => unknown = (value) => value): unknown {
    return useSyncExternalStore(this.subscribe, () => part(this.#value))
  }
}
