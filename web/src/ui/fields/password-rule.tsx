import './password-rule.css'

/** Renders a rule for the new password, ticked once the password meets the rule. */
export function PasswordRule({ text, isMet }: { text: string; isMet: boolean }) {
  return (
    <span className="password-rule" data-met={isMet || undefined}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
        <circle cx="8" cy="8" r="6.5" />
        <path d="M4.8 8.3l2.2 2.2 4.2-4.6" />
      </svg>
      {text}
      <span className="visually-hidden">{isMet ? ': done. ' : '. '}</span>
    </span>
  )
}
