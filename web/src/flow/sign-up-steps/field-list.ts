/** Derives texts of a sign-up form from its list of fields: the draft, the values of a step, the request. */

export type SignUpField = {
  /** The contract's name. */
  name: string
  /** The input's name, which is also its `autocomplete` where one fits. */
  input: string
  step: string
  /** The request says null where it is empty. */
  isOptional?: true
}

export type TextsOf<F extends SignUpField> = Record<F['name'], string>

/** The fields of one step. */
export type StepTextsOf<F extends SignUpField, S extends F['step']> = TextsOf<Extract<F, { step: S }>>

export type RequestTextsOf<F extends SignUpField> = {
  [One in F as One['name']]: One extends { isOptional: true } ? string | null : string
}

/** Returns the text that `textOf` has for each field. */
export function textsOf<F extends SignUpField>(
  fields: readonly F[],
  textOf: (field: F) => string,
): TextsOf<F> {
  return Object.fromEntries(fields.map((field) => [field.name, textOf(field)])) as TextsOf<F>
}

/** Returns the values of a step's form under the names of the contract. */
export function stepTextsIn<F extends SignUpField, S extends F['step']>(
  fields: readonly F[],
  step: S,
  values: Record<string, string>,
): StepTextsOf<F, S> {
  const own = fields.filter((field) => field.step === step)
  return textsOf(own, ({ input }) => values[input] ?? '') as StepTextsOf<F, S>
}

export function requestTextsOf<F extends SignUpField>(
  fields: readonly F[],
  texts: TextsOf<F>,
): RequestTextsOf<F> {
  return Object.fromEntries(
    fields.map(({ name, isOptional }) => {
      const text = texts[name as F['name']]
      return [name, isOptional ? text.trim() || null : text]
    }),
  ) as RequestTextsOf<F>
}
