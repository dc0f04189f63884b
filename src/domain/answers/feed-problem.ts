/** The reason why the feed refuses a query, for the developer at the other end. */
export class FeedProblem extends Error {
  readonly status: 400 | 404

  constructor(message: string, status: 400 | 404 = 400) {
    super(message)
    this.status = status
  }
}
