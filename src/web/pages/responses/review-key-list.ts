/** What the single keys of the review do, for the sheet that explains them. */
export const reviewKeys = [
  ['a', 'responses.key.approve'],
  ['r', 'responses.key.reject'],
  ['i', 'responses.key.issues'],
  ['u', 'responses.undo'],
] as const
