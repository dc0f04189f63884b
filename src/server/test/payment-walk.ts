/** Random walks of payments: which acts come, and how often. */
import * as fc from 'fast-check'
import {
  answers,
  command,
  erase,
  letGo,
  newPhone,
  paidAfterAll,
  paidMeanwhile,
  reject,
  sign,
  size,
  take,
  takeBack,
  takeLawful,
  wayNames,
} from './payment-acts.ts'
import { signatures } from './payment-model.ts'

const anyPerson = fc.integer({ min: 0, max: 3 })
const anyTarget = fc.integer({ min: 0, max: size - 1 })
const anyTargets = fc.uniqueArray(anyTarget, { minLength: 1, maxLength: 3 })
const anyWay = fc.constantFrom(...wayNames)
const anyAct = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...signatures), anyPerson, anyTargets).map((of) => sign(...of)) },
  { weight: 5, arbitrary: fc.tuple(anyPerson, anyTargets).map((of) => letGo(...of)) },
  { weight: 1, arbitrary: fc.tuple(anyPerson, anyTarget).map((of) => reject(...of)) },
  { weight: 1, arbitrary: anyTarget.map(takeBack) },
  { weight: 4, arbitrary: fc.tuple(anyWay, anyPerson, anyTarget).map((of) => take(...of)) },
  { weight: 8, arbitrary: fc.nat(1e6).map(takeLawful) },
  { weight: 5, arbitrary: fc.constantFrom(...(['paid', 'failed', 'unclear', 'ours'] as const)).map(answers) },
  { weight: 4, arbitrary: anyTarget.map(paidAfterAll) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        anyPerson,
        anyTarget,
        fc.constantFrom(...(['corrected', 'put forward', 'rejected', 'sent again', 'got back'] as const)),
      )
      .map((of) => paidMeanwhile(...of)),
  },
  { weight: 1, arbitrary: anyTarget.map(newPhone) },
  { weight: 1, arbitrary: anyTarget.map(erase) },
)

export const anyWalk = fc.commands([anyAct.map(command)], { maxCommands: 40, size: 'max' })
