/** The result of one doctor check, in English and German. */
export interface Finding {
  readonly state: "ok" | "warn" | "fail";
  readonly subject: string;
  readonly text: string;
  /** The remedy. */
  readonly advice?: string;
  readonly german: { readonly text: string; readonly advice?: string };
}

/** A text in both languages. Messages of programs and settings are the same in both. */
export interface Wording {
  readonly en: string;
  readonly de: string;
}

export const inBoth = (text: string): Wording => ({ en: text, de: text });

export const good = (subject: string, text: Wording): Finding => ({
  state: "ok",
  subject,
  text: text.en,
  german: { text: text.de },
});

const withAdvice =
  (state: Finding["state"]) =>
  (subject: string, text: Wording, advice: Wording): Finding => ({
    state,
    subject,
    text: text.en,
    advice: advice.en,
    german: { text: text.de, advice: advice.de },
  });

export const doubtful = withAdvice("warn");
export const bad = withAdvice("fail");
