/** The result of one doctor check. */
export interface Finding {
  readonly state: "ok" | "warn" | "fail";
  readonly subject: string;
  readonly text: string;
  /** The remedy. */
  readonly advice?: string;
}

export const good = (subject: string, text: string): Finding => ({ state: "ok", subject, text });

export const doubtful = (subject: string, text: string, advice: string): Finding => ({
  state: "warn",
  subject,
  text,
  advice,
});

export const bad = (subject: string, text: string, advice: string): Finding => ({
  state: "fail",
  subject,
  text,
  advice,
});
