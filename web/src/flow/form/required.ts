/** The sentence for an empty field (Spec 5). The contract has the same beside its schemas, which come later. */
export const required = 'Required'
