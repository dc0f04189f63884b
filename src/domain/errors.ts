import { problemTexts } from './problems.ts'

/**
 * The one catalogue of refusals of whole calls: HTTP status and English text. The page shows its own translation by code
 * (`errors.<code>` in the locale files) and falls back to this text. A code never changes its meaning.
 */
export const errorCatalogue = {
  // Problems of any call
  VALIDATION_FAILED: { status: 400, message: 'Some fields are not valid. Correct them and send again.' },
  BAD_JSON: { status: 400, message: 'The body is not valid JSON. Correct it and send again.' },
  BAD_MULTIPART: { status: 400, message: 'The multipart body cannot be read. Send it again.' },
  BAD_ID: { status: 400, message: 'This is not a valid id. Check the address.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This content type is not accepted here.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The upload is larger than allowed. Split it.' },
  UNAUTHORIZED: { status: 401, message: 'Invalid token, user signed out' },
  FORBIDDEN: { status: 403, message: 'You do not have the permission this needs. Ask an administrator.' },
  NOT_FOUND: { status: 404, message: 'Not found. It may have been deleted, or you may not see it.' },
  ROUTE_NOT_FOUND: { status: 404, message: 'There is no such call. Check its method and path.' },

  STALE: { status: 409, message: 'Another user changed this record in the meantime. Reload it and try again.' },
  IN_USE: { status: 409, message: 'This is in use and cannot be deleted. Remove what uses it first.' },
  SELECTION_CHANGED: {
    status: 409,
    message: 'The number of matching records has changed since you saw it. Check the list and confirm again.',
  },
  DUPLICATE: { status: 409, message: problemTexts.DUPLICATE },
  UNKNOWN_REFERENCE: { status: 422, message: 'This refers to something that does not exist. Choose another.' },
  INTERNAL: { status: 500, message: 'Something went wrong on the server. Try again; if it stays, tell its operator.' },
  UNAVAILABLE: { status: 503, message: 'The service is not available at the moment. Try again in a minute.' },
  // Idempotency keys
  IDEMPOTENCY_KEY_INVALID: { status: 400, message: 'The Idempotency-Key must be 1 to 200 printable characters.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used for another request. Use a new one.' },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, message: 'A request with this Idempotency-Key is still running. Wait for it.' },
  // Sign-in
  LOGIN_FAILED: { status: 401, message: 'The user name or the password is wrong. Try again.' },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts. Please wait before you try again.' },
  PASSWORD_WRONG: { status: 403, message: 'The password is wrong. Try again.' },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: 'Please choose your own password first.' },
  REAUTH_REQUIRED: { status: 403, message: 'Please confirm this with your password.' },
  // People and rights (product.md §2)
  APP_OPENS_NOTHING: {
    status: 409,
    message: 'The role of this person may not fill in surveys. Give it “responses.enter”, then make the token.',
  },
  GRANT_NOT_HELD: { status: 403, message: 'You cannot grant what you do not hold. Ask an administrator who holds it.' },
  GRANT_NEEDS_SECOND: { status: 403, message: 'Payment permissions need a second administrator. Ask one to confirm.' },
  GRANT_SAME_HANDS: {
    status: 403,
    message:
      'You and the requester got your passwords from the same hand. On the server, run npm run admin:create for another administrator, or give one of you a new password: npm run admin:create -- --reset NAME.',
  },
  GRANT_VOID: { status: 409, message: 'The requester may no longer grant this. Refuse it and request it again.' },
  HIGHER_RIGHTS: { status: 403, message: 'This holds permissions that you lack. Ask an administrator who has them.' },
  OWN_ROLE: { status: 403, message: 'You cannot change the permissions of your own role. Ask another administrator.' },
  OWN_ACCOUNT: { status: 403, message: 'Another person must do this to your account.' },
  LAST_ADMINISTRATOR: {
    status: 409,
    message: 'No administrator would hold some permissions any more. Give them to another administrator first.',
  },
  DUTIES_CONFLICT: {
    status: 409,
    message: 'A person who releases money cannot hold permissions over people and roles. Choose one of the two.',
  },
  TOO_MANY_MATCHES: { status: 413, message: 'This is more than one call may delete. Narrow the filter.' },
  BUILT_IN: { status: 409, message: 'This belongs to the product and cannot be deleted.' },
  // Access to surveys (product.md §4)
  GRANT_TOO_NARROW: { status: 403, message: 'Your access to this survey does not cover this. Ask its owner for more.' },
  GRANT_OUTLIVES_OWN: { status: 403, message: 'Access cannot last longer than your own. Choose an earlier day.' },
  // Lists
  VIEW_OF_ANOTHER: {
    status: 403,
    message: 'Only its owner changes a shared view; administrators may delete it. Save a view of your own.',
  },
  // Files
  STORAGE_CLOSED: { status: 507, message: 'The server may not write its files. Please tell its operator.' },
  STORAGE_FULL: { status: 507, message: 'The server has no room left for files. Please tell its operator.' },
  FILE_MISSING: { status: 400, message: 'A file is missing. Choose one.' },
  FILE_EMPTY: { status: 400, message: 'The file is empty. Choose another one.' },
  FILE_TYPE: { status: 415, message: problemTexts.FILE_TYPE },
  FILE_BROKEN: { status: 422, message: problemTexts.FILE_BROKEN },
  FILE_NOT_UTF8: {
    status: 422,
    message: 'The text of this file is not in UTF-8. In Excel, save it as “CSV UTF-8” or as .xlsx.',
  },
  FILE_UNPACKED_TOO_LARGE: { status: 413, message: 'The unpacked file is larger than one upload may be. Split it.' },
  FILE_GONE: { status: 410, message: 'The file is no longer on the disk of the server. Tell its administrator.' },
  TICKET_INVALID: { status: 404, message: 'This link has expired or was used already. Open the file again.' },
  // Jobs
  JOB_STATE: { status: 409, message: 'This cannot be done to the job in its current state. Reload the page.' },
  JOB_ASKER_INACTIVE: { status: 403, message: 'The requester of this job may no longer sign in. Start it yourself.' },
  JOBS_TOO_MANY: { status: 429, message: 'Too many of your jobs are running. Wait for one of them to end.' },
  SCOPE_LOST: { status: 403, message: 'This contains data that you may no longer see. Request it again.' },
  JOB_LOST: { status: 500, message: 'This job was interrupted too many times. Start it again.' },
  // Surveys
  SURVEY_NOT_READY: { status: 422, message: 'The survey cannot be published yet. Solve the listed problems first.' },
  SURVEY_UNCHANGED: { status: 409, message: 'Nothing has changed since this was last published.' },
  VERSION_NEEDED: { status: 409, message: 'These changes need a new version: publish the survey.' },
  SURVEY_TRANSITION: { status: 409, message: 'The survey cannot go to this status now. Reload the page.' },
  SURVEY_NOT_OPEN: { status: 409, message: 'The survey takes no responses now. Its owner can publish or resume it.' },
  SURVEY_NOT_STARTED: { status: 409, message: 'The survey has not started yet. Its owner can move the start.' },
  SURVEY_ENDED: { status: 409, message: 'The survey is over, late uploads too. Its owner can move the end.' },
  SURVEY_FULL: { status: 409, message: 'The survey has reached its limit of participants. Its owner can raise it.' },
  SURVEY_ARCHIVED: { status: 409, message: 'The survey is archived and can no longer change. Duplicate it to go on.' },
  ORDER_INCOMPLETE: { status: 422, message: 'The order must name each of them once, and no other.' },
  QUESTION_FROZEN: { status: 409, message: 'This is fixed since the survey was published. Add a new one instead.' },
  FORM_FILE_WRONG: { status: 422, message: 'No survey was made of this file. Correct the listed problems first.' },
  // Administrative units
  UNIT_CYCLE: { status: 409, message: 'A unit cannot be below itself. Choose another unit above.' },
  UNIT_TOO_DEEP: { status: 422, message: 'The tree has no level below this. Choose a higher unit.' },
  // Workbooks
  WORKBOOK_EMPTY: { status: 422, message: 'The workbook holds no rows. Fill it in first.' },
  WORKBOOK_WRONG_SURVEY: {
    status: 422,
    message: 'This template is of another survey. Download the one of this survey.',
  },
  WORKBOOK_WRONG_VERSION: {
    status: 422,
    message: 'This template belongs to a version that no longer takes responses. Download the current one.',
  },
  WORKBOOK_NOT_A_TEMPLATE: {
    status: 422,
    message:
      'No column of this file belongs to a question of this survey. Name columns by the codes or labels of questions.',
  },
  WORKBOOK_ASKS: {
    status: 409,
    message: 'The file has dates or numbers that can be read in two ways. Say how they are written.',
  },
  WORKBOOK_ROWS_INVALID: { status: 422, message: 'Nothing was stored: some rows are wrong. Correct and upload again.' },
  WORKBOOK_UPDATES: {
    status: 409,
    message: 'Some rows change responses that are stored already. Look at the changes and confirm them.',
  },
  WORKBOOK_TOO_MANY_UPDATES: {
    status: 413,
    message: 'This changes more stored responses than one upload may. Split the workbook.',
  },
  WORKBOOK_TOO_MANY_ROWS: { status: 413, message: 'The workbook has more rows than one upload may have. Split it.' },
  // Responses
  FORM_EXISTS: { status: 409, message: problemTexts.FORM_EXISTS },
  SURVEY_VERSION_CHANGED: {
    status: 409,
    message: 'The survey was published again after this was filled in. Check the answers and send them again.',
  },
  LINK_EXPIRED: { status: 409, message: 'This link has expired. Ask for a new one.' },
  LINK_FULL: { status: 409, message: 'This link has taken as many responses as it may. Ask for a new one.' },
  TOO_MANY_SENT: {
    status: 429,
    message: 'Too many responses came from this address. Please wait and send them again.',
  },
  TOO_MANY_FILES: {
    status: 429,
    message: 'Too many files wait here for their responses. Please wait and send this one again.',
  },
  COLLECT_FORM_WRONG: { status: 422, message: 'This is no readable form of this survey. Download the form again.' },
  CORRECTION_CLOSED: {
    status: 409,
    message: 'An app cannot correct this response any more. Ask the office to correct it.',
  },
  NOT_RETURNED: { status: 409, message: 'This response is not returned for a correction any more.' },
  RESPONSE_LOCKED: {
    status: 409,
    message: 'The payment of this response is already approved. Reject the payment first, if it is not sent.',
  },
  RESPONSE_ON_BOOKS: { status: 409, message: 'This response has a payment and cannot be deleted. Reject it instead.' },
  ANSWERS_IRRELEVANT: {
    status: 409,
    message: 'Other answers belong to questions that this change leaves out. Confirm that they are cleared.',
  },
  NOTHING_TO_UNDO: { status: 409, message: 'There is no review of yours here that can still be undone.' },
  TASK_TRANSITION: { status: 409, message: 'The task cannot go to this status now. Reload the page.' },
  TASK_FOLLOWS_RESPONSE: { status: 409, message: 'This task follows its response: review the response instead.' },
  RESPONSE_TRANSITION: { status: 409, message: 'The response cannot go to this status now. Reload the page.' },
  RESPONSE_REPEATED: { status: 409, message: problemTexts.RESPONSE_REPEATED },
  TOO_MANY_RESPONSES: { status: 413, message: 'This is more than one call may change. Narrow the filter.' },
  EXPORT_TOO_LARGE: { status: 413, message: 'This is more than one download may hold. Have it made as a job instead.' },
  EXPORT_TOO_WIDE: {
    status: 422,
    message: 'A workbook has no room for so many columns. Choose CSV, or one column per question.',
  },
  REASON_REQUIRED: { status: 400, message: 'A reason is needed. Write one.' },
  AMOUNT_TOO_HIGH: {
    status: 409,
    message: 'The amount of the survey is above the limit of one payment. Lower it first.',
  },
  LEFTOVERS_UNDECIDED: {
    status: 409,
    message: 'Approved responses wait for a full set. Say whether they are paid pro rata or dropped.',
  },
  // Payments (payments.md §1.5: bulk results have these codes too)
  USE_MANUAL_PATH: { status: 400, message: 'Use the path of manual payments to change a manual payment.' },
  USE_STANDARD_PATH: { status: 400, message: 'This is not a manual payment. Use the path of payments.' },
  ILLEGAL_TRANSITION: { status: 409, message: 'The payment cannot take this step in its status. Reload the page.' },
  SELF_ACTION: { status: 403, message: 'You took another step of this payment. Another person must act.' },
  TO_OWN_PHONE: { status: 403, message: 'This payment goes to your own phone. Another person must act.' },
  OWN_FINDING: { status: 403, message: 'You recorded the last finding. Another person must confirm it.' },
  APPROVAL_GIVEN: { status: 409, message: 'You approved this payment. Another person must approve it as well.' },
  STALE_FACTS: { status: 409, message: 'The payment changed since you saw it. Reload it and look again.' },
  NO_PHONE: { status: 422, message: 'The payment has no valid phone number. Give the participant one first.' },
  PHONE_CHANGED: {
    status: 409,
    message: 'The participant has another phone than the one that was signed. Correct the payment first.',
  },
  PHONE_UNCHANGED: {
    status: 409,
    message: 'The participant still has the phone of this payment. Give the participant the right one first.',
  },
  PAYEE_ERASED: {
    status: 409,
    message: 'The participant was anonymised after the payment was signed. Withdraw or reject the payment.',
  },
  RESPONSE_NOT_APPROVED: {
    status: 409,
    message: 'A response of this payment is not approved any more. Approve it again, or withdraw the payment.',
  },
  ON_ITS_WAY: { status: 409, message: 'The payment may have reached the provider already. Wait for the outcome.' },
  OUTCOME_PENDING: { status: 409, message: 'The provider still has time to tell the outcome. Wait until it is over.' },
  PAYMENTS_SIGNED: {
    status: 409,
    message: 'Signed payments to this participant are not finished. Confirm that those not yet sent are cancelled.',
  },
  INSUFFICIENT_FUNDS: { status: 409, message: 'The float does not cover this. Book money in first.' },
  AMOUNT_LIMIT: { status: 409, message: 'Above the limit of one payment. Lower the amount, or have the limit raised.' },
  RUN_LIMIT: { status: 409, message: 'Together these payments are above the limit of one confirmation. Select fewer.' },
  DAY_LIMIT: { status: 409, message: 'This is above what you may let through on one day. Go on tomorrow.' },
  PHONE_LIMIT: { status: 409, message: 'This is above what one phone may be paid on one day. Pay it tomorrow.' },
  BUDGET_EXCEEDED: { status: 409, message: 'The budget of the survey does not cover this. Raise the budget first.' },
  SECOND_APPROVAL_NEEDED: { status: 409, message: 'Another person must approve this payment as well.' },
  PAYMENT_REPEATED: {
    status: 409,
    message: 'There is a manual payment for this visit and phone already. Say why there is another one.',
  },
  WARNINGS_UNTICKED: { status: 409, message: 'Some rows deserve a second look. Tick what is right.' },
  FUNDING_OWN: { status: 403, message: 'Another person must confirm the request that you made.' },
  FUNDING_DECIDED: { status: 409, message: 'This request is already decided. Reload the page.' },
  FUNDING_REPEATED: { status: 409, message: 'Money was already booked or requested under this reference. Check it.' },
  STOP_OVER: { status: 409, message: 'This stop is over: sending goes on. Reload the page.' },
  STOP_BY_HOUSE: { status: 409, message: 'This stop ends by itself with its cause. No person needs to confirm it.' },
  STOP_NEEDS_PEOPLE: { status: 409, message: 'Another person must confirm this as well, before sending goes on.' },
  BATCH_CHANGED: { status: 409, message: 'The selection changed since you saw it. Look at it again.' },
  BATCH_REFUSED: { status: 409, message: 'Not all of the payments can take this step, so none did. Leave those out.' },
  RUN_OF_ANOTHER: { status: 403, message: 'Only the person who started the run can let it go on.' },
  ALREADY_DONE: { status: 409, message: 'This step is already done. Reload the page.' },
  BUSY: { status: 503, message: 'Others are at work on this right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue
