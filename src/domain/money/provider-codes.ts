/** What the codes of payment providers mean for the people of the house, whatever provider said them. */

const providerMeanings = [
  'PAYEE_UNKNOWN',
  'PAYEE_LIMIT',
  'PAYEE_BARRED',
  'FLOAT_SHORT',
  'OWN_LIMIT',
  'OUR_ACCOUNT',
  'AMOUNT_RANGE',
  'DECLINED',
  'BAD_ORDER',
  'DUPLICATE_ORDER',
  'PROVIDER_ACCESS',
  'PROVIDER_BUSY',
  'PROVIDER_DOWN',
  'NO_ANSWER',
  'UNCLEAR_ANSWER',
] as const
export type ProviderMeaning = (typeof providerMeanings)[number]

const codesOf: Readonly<Record<ProviderMeaning, RegExp>> = {
  PAYEE_UNKNOWN: /^(identifiererror|idnotfound|payee_?not_?found|accountnotfound|resource_not_found)$/,
  PAYEE_LIMIT: /^(maxbalanceexceeded|payee_?limit_?(reached|exceeded))$/,
  PAYEE_BARRED: /^(account(barred|notactive|stateerror)|payee_not_allowed_to_receive|not_allowed|payeenotallowed)$/,
  FLOAT_SHORT: /^(insufficientfunds|not_enough_funds)$/,
  OWN_LIMIT: /^payer_?limit_?(reached|exceeded)$/,
  OUR_ACCOUNT: /^debitaccountunknown$/,
  AMOUNT_RANGE: /^((less|greater)thantransaction\w*|transactionlimitexceeded)$/,
  DECLINED: /^(requestdeclined|transactionfailed|rejected|approval_rejected)$/,
  BAD_ORDER: /^(formaterror|lengtherror|mandatoryvalue\w*|negativevalue|invalid\w*|valueerror|samepart\w*)$/,
  DUPLICATE_ORDER: /^(duplicate\w*|resource_already_exist|repeat_refused)$/,
  PROVIDER_ACCESS: /^(clientauthorisationerror|http_40[13])$/,
  PROVIDER_BUSY: /^(ratelimiterror|http_429)$/,
  PROVIDER_DOWN: /^(http_5\d\d|genericerror|service_?unavailable|internal\w*)$/,
  NO_ANSWER: /^(timeout|connection|lease_expired|not_found|expired|no_transaction|never_sent)$/,
  UNCLEAR_ANSWER: /^(unreadable_\w+|earlier_pending|other_reference|too_large|http_\d\d\d)$/,
}

/** Undefined for a code that we do not know: people are shown the code itself. */
export function meaningOf(code: string): ProviderMeaning | undefined {
  return providerMeanings.find((meaning) => codesOf[meaning].test(code.toLowerCase()))
}

/** What is wrong with our account at the provider: the payee is not to blame, and the next try follows by itself. */
export function isOwnFault(code: string): boolean {
  return ['FLOAT_SHORT', 'OWN_LIMIT', 'OUR_ACCOUNT'].includes(meaningOf(code) ?? '')
}
