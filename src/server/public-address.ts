/** Addresses out on the internet: a URL that an operator mistypes must not reach into the network of the house. */
import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const privateRanges: [address: string, bits: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  // Gateways that translate an IPv4 address, of any network, out of an IPv6 one: NAT64, 6to4, Teredo.
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]
const refused = new BlockList()
for (const [address, bits, family] of privateRanges) refused.addSubnet(address, bits, family)

/** An IPv4 address inside an IPv6 one is judged as what it is inside. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !refused.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/**
 * Resolves a name as Node does, and fails when any of its addresses is refused. It is asked for the very connection, so that
 * no other answer can come between check and use.
 */
export function lookupAllowing(isAllowed: (address: string) => boolean): LookupFunction {
  return (name, options, done) => {
    resolveName(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const wrong = found?.find(({ address }) => !isAllowed(address))
      if (error) return done(error, '')
      if (wrong)
        return done(
          Object.assign(new Error(`${name} is the private address ${wrong.address}`), { code: 'PRIVATE_ADDRESS' }),
          '',
        )
      if (options.all) return done(null, found)
      const [first] = found
      return first ? done(null, first.address, first.family) : done(new Error(`${name} has no address`), '')
    })
  }
}
