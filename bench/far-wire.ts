/** A wire to a TCP server that takes so many milliseconds each way, in a process of its own: bench/intake-far.ts. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const [port = '', eachWayMs = ''] = process.argv.slice(2)

/** All that comes in goes on in its order, late. */
function late(from: Socket, to: Socket): void {
  from.on('data', (bytes) => void setTimeout(() => to.write(bytes), Number(eachWayMs)))
  from.on('end', () => void setTimeout(() => to.end(), Number(eachWayMs)))
  from.on('error', () => to.destroy())
}

const wire = createServer((near) => {
  const far = connect({ port: Number(port), host: '127.0.0.1', noDelay: true })
  near.setNoDelay()
  late(near, far)
  late(far, near)
})
wire.listen(0, '127.0.0.1', () => process.send?.((wire.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
