/** Through which provider a payment goes. The database decides by the same rule (`provider_for`). */

export interface Route {
  name: string
  enabled: boolean
  /** Empty: all. */
  currencies: readonly string[]
  /** How the phones begin that it pays to (+25884); empty: all. */
  prefixes: readonly string[]
  /** The lower comes first. */
  priority: number
}

/** A beginning of a phone, as E.164. */
export const phonePrefix = /^\+[1-9]\d{0,13}$/

/** The longest prefix of the phone that the provider names: why it is chosen. */
export function prefixOf({ prefixes }: Pick<Route, 'prefixes'>, phone: string | undefined): string | undefined {
  const fitting = prefixes.filter((prefix) => phone?.startsWith(prefix))
  return fitting.toSorted((a, b) => b.length - a.length)[0]
}

/** The person's own, then the one that knows the phone best, then the one that comes first; undefined when none serves the payment. */
export function routeOf(
  providers: readonly Route[],
  { phone, currency, own }: { phone: string | undefined; currency: string; own?: string | undefined },
): Route | undefined {
  const length = (route: Route) => prefixOf(route, phone)?.length ?? 0
  return providers
    .filter(({ enabled, currencies }) => enabled && (currencies.length === 0 || currencies.includes(currency)))
    .filter((route) => route.name === own || route.prefixes.length === 0 || length(route) > 0)
    .toSorted(
      (a, b) =>
        Number(b.name === own) - Number(a.name === own) ||
        length(b) - length(a) ||
        a.priority - b.priority ||
        (a.name < b.name ? -1 : 1),
    )[0]
}
