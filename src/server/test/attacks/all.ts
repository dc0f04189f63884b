/** Every attack and every work of the suite, on one stage. */
import type pg from 'pg'
import type { PaymentsApp } from '../with-payments.ts'
import type { Attack, Work } from './attack.ts'
import { attacksOnControls, underControl } from './controls.ts'
import { attacksByTimes, attacksByWorker, attacksOnWork } from './lies.ts'
import { attacksOnFiles, waysOfFiles } from './files.ts'
import { attacksOnLimits, withinLimits } from './limits.ts'
import { attacksOnAttempts, attacksOnBooks } from './money.ts'
import { attacksOnOwing, attacksOnSignatures } from './payables.ts'
import { attacksByPrograms } from './programs.ts'
import { attacksOnProviders, waysOfProviders } from './providers.ts'
import { attacksOnRights, attacksOnRows, columnsOf, type Columns } from './rows.ts'
import { attacksOnSamples } from './samples.ts'
import { setStage } from './stage.ts'
import { attacksOnStatements } from './statements.ts'
import { attacksOnStops, endsOfStops } from './stops.ts'
import { worksOf } from './works.ts'

export async function suiteOn(app: PaymentsApp, client: pg.ClientBase): Promise<{ attacks: Attack[]; works: Work[] }> {
  const stage = await setStage(app)
  const { rows } = await client.query<{ table: string; columns: { name: string; isKey: boolean }[] }>(columnsOf)
  const columns: Columns = new Map(rows.map((row) => [row.table, row.columns]))
  const attacks = [
    ...attacksOnOwing(stage),
    ...attacksOnSignatures(stage),
    ...attacksOnAttempts(stage),
    ...attacksOnBooks(stage),
    ...attacksOnLimits(stage),
    ...attacksOnStops(stage),
    ...attacksOnStatements(stage),
    ...attacksOnProviders(stage),
    ...attacksOnFiles(stage),
    ...attacksOnSamples(stage),
    ...attacksByTimes(stage),
    ...attacksByWorker(stage),
    ...attacksByPrograms,
    ...attacksOnWork(stage),
    ...attacksOnControls(stage),
    ...attacksOnRows(columns),
    ...attacksOnRights(columns),
  ]
  const works = [
    ...worksOf(stage),
    ...withinLimits(stage),
    ...endsOfStops(stage),
    ...waysOfProviders(stage),
    ...waysOfFiles(stage),
    ...underControl(stage),
  ]
  return { attacks, works }
}
