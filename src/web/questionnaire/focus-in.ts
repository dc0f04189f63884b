/** Gives the focus to what answers a question: the chosen radio button, else the first that takes it; else to the whole. */
export function focusIn(question: HTMLElement | null): void {
  const inputs = 'input:not([type=radio]), select, textarea, button:not([aria-disabled=true])'
  const wanted =
    question?.querySelector<HTMLElement>('input[type=radio]:checked') ??
    question?.querySelector<HTMLElement>(`input[type=radio], ${inputs}`) ??
    question
  wanted?.focus()
}
