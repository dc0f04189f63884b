/** Enters a payment by hand and puts it forward, and takes steps on it by its name (seed §5, §7). */
import { manualPayments } from '#contract/manual-payments.ts'
import { highestAmount } from '#domain/surveys/highest-amount.ts'
import { minorDigits, toDecimal, toMinor } from '#domain/money/money.ts'
import { defaultReason } from '#domain/money/payment.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { AppError } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { phoneParser } from '../../phones.ts'
import { scopeOf } from '../../scope.ts'
import { findPlaces, hasLive, insertManual, type NewManual } from './manual-store.ts'
import { getPayment } from '../list/payment-list.ts'
import { viewerOf } from '../row-parts.ts'
import { putForward } from '../steps/steps.ts'
import { paymentActor } from '../steps/steps-store.ts'

export const initiateManual = on(manualPayments.initiate, async (context) => {
  const { db, query, body, actor, services, audit, requestId, address } = context
  const { overrideReason, recipientName, reference, reason, reasonText, ...facts } = body ?? {}
  const { locationId, phoneNumber = '', amount = '' } = { ...query, ...facts }
  const missing = Object.entries({ locationId, phoneNumber, amount }).filter(
    ([, value]) => value === undefined || value === '',
  )
  if (missing.length > 0) {
    throw new AppError('VALIDATION_FAILED', { errors: missing.map(([name]) => problem(name, 'REQUIRED')) })
  }
  const { highestAmounts, phoneCountry } = services.settings
  const asker = { scope: await scopeOf(db, actor), phoneCountry }
  const place = (await findPlaces(db, asker, [locationId ?? 0])).get(locationId ?? 0)
  if (!place) throw new AppError('NOT_FOUND')
  const phone = phoneParser(place.country)(phoneNumber)
  const { currency } = place
  const amountMinor = toMinor(amount, currency)
  const highest = highestAmount(currency, highestAmounts)
  const problems: FieldProblem[] = []
  if (phone.problem) problems.push(problem('phoneNumber', phone.problem))
  if (amountMinor === undefined) problems.push(problem('amount', 'CURRENCY_DIGITS', minorDigits(currency)))
  else if (amountMinor === 0) problems.push(problem('amount', 'NOT_POSITIVE'))
  else if (amountMinor > highest) {
    problems.push(problem('amount', 'AMOUNT_TOO_HIGH', `${currency} ${toDecimal(highest, currency)}`))
  }
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', { errors: problems })
  const entry: NewManual = {
    surveyId: place.surveyId,
    locationId: place.locationId,
    phone: phone.value ?? '',
    amountMinor: amountMinor ?? 0,
    currency,
    recipientName: recipientName || null,
    reference: reference || null,
    reason: reason ?? defaultReason,
    reasonText: reasonText || null,
    overrideReason: overrideReason || null,
  }
  if (entry.overrideReason === null && (await hasLive(db, entry))) throw new AppError('PAYMENT_REPEATED')
  const [id = 0] = await insertManual(db, [entry], null)
  const by = { source: { actorId: actor.id, requestId, address }, role: actor.role }
  await putForward(db, [id], by, await paymentActor(db, actor))
  const { phone: _phone, ...kept } = entry
  audit({ action: 'payments.enter', subjectType: 'payable', subjectId: id, after: kept })
  return getPayment(db, id, await viewerOf(db, actor))
})
