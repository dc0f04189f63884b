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
  PAYEE_UNKNOWN:
    /^(identifiererror|idnotfound|payee_?not_?found|accountnotfound|resource_not_found|recipient_not_found|invalid_phone_number)$/,
  PAYEE_LIMIT: /^(maxbalanceexceeded|(payee|recipient|wallet)_?limit_?(reached|exceeded))$/,
  PAYEE_BARRED: /^(account(barred|notactive|stateerror)|payee_not_allowed_to_receive|not_allowed|payeenotallowed)$/,
  FLOAT_SHORT: /^(insufficientfunds|not_enough_funds|pawapay_wallet_out_of_funds)$/,
  OWN_LIMIT: /^payer_?limit_?(reached|exceeded)$/,
  OUR_ACCOUNT: /^debitaccountunknown$/,
  AMOUNT_RANGE: /^((less|greater)thantransaction\w*|transactionlimitexceeded|amount_out_of_bounds)$/,
  DECLINED: /^(requestdeclined|transactionfailed|rejected|approval_rejected|manually_cancelled|unspecified_failure)$/,
  BAD_ORDER:
    /^(formaterror|lengtherror|mandatoryvalue\w*|(missing|unsupported)_parameter|negativevalue|invalid\w*|valueerror|samepart\w*)$/,
  DUPLICATE_ORDER: /^(duplicate\w*|resource_already_exist|repeat_refused)$/,
  PROVIDER_ACCESS: /^(clientauthorisationerror|http_40[13])$/,
  PROVIDER_BUSY: /^(ratelimiterror|http_429)$/,
  PROVIDER_DOWN: /^(http_5\d\d|genericerror|service_?unavailable|provider_temporarily_unavailable|internal\w*)$/,
  NO_ANSWER: /^(timeout|connection|lease_expired|not_found|expired|no_transaction|never_sent)$/,
  UNCLEAR_ANSWER: /^(unreadable_\w+|earlier_pending|other_reference|too_large|unknown_error|http_\d\d\d)$/,
}

/** Undefined for a code that we do not know: people are shown the code itself. */
export function meaningOf(code: string): ProviderMeaning | undefined {
  return providerMeanings.find((meaning) => codesOf[meaning].test(code.toLowerCase()))
}

/** What is wrong with our account at the provider: the payee is not to blame, and the next try follows by itself. */
export function isOwnFault(code: string): boolean {
  return ['FLOAT_SHORT', 'OWN_LIMIT', 'OUR_ACCOUNT'].includes(meaningOf(code) ?? '')
}
