/** Declares what the service and its recorder of traces share. */

export type Facts = Readonly<Record<string, string | number | boolean>>

/** A span that ends later than the function that began it. */
export type OpenSpan = {
  /** Runs `work` so that spans begun in it, and in what it calls later, are below this span. */
  within<Result>(work: () => Result): Result
  end(facts: Facts, fault?: string): void
}
