/**
 * npm run simulator: the provider simulator alone, to try payments without a provider. SIMULATOR_PORT and DATA_DIR apply;
 * its books are not those of the simulator that `npm start` runs, so both may run at once.
 */
import { join } from 'node:path'
import { startSimulator } from '../src/server/payments/simulator/server.ts'
import { parseSettings } from '../src/server/settings.ts'

try {
  const { simulatorPort, dataDir } = parseSettings(process.env)
  const ledgerFile = join(dataDir, 'simulator-alone.jsonl')
  const simulator = await startSimulator({ port: simulatorPort, host: '127.0.0.1', ledgerFile })
  console.log(`Provider simulator on ${simulator.url}, books in ${ledgerFile}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.close())
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
