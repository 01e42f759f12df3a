/** The sentences of issues and failures in the reader's language. */
import { describeIssue, type IssueDescription } from "../../core/issues/describe.ts";
import { germanMessage } from "../../core/issues/germanMessages.ts";
import { reasonOf } from "../../core/issues/reasons.ts";
import type { IssueRow } from "../../store/issues/issues.ts";
import { nameOfSystem, type View } from "./view.ts";

type IssueView = Pick<View, "deps" | "language">;

export const describe = (view: IssueView, issue: IssueRow): IssueDescription =>
  describeIssue(issue, {
    nameOfSystem: (targetSystem) => nameOfSystem(view, targetSystem),
    language: view.language === "de" ? "de" : "en",
  });

/** Words of a program or a person that the console repeats as they are. */
export const quote = ({ language }: Pick<View, "language">, text: string): string =>
  language === "de" ? `„${text}“` : `“${text}”`;

interface FailureTexts {
  readonly code: string;
  readonly message?: string | undefined;
  readonly targetMessage?: string | undefined;
}

/** A failure as a sentence, with the vendor's words. A message that has no German form is quoted. */
export function sayFailure(view: Pick<View, "language">, { code, message, targetMessage }: FailureTexts): string {
  const vendorMessage = targetMessage === undefined ? "" : ` ${quote(view, targetMessage)}`;
  return `${withFullStop(failureSentence(view, code, message))}${vendorMessage}`;
}

function failureSentence(view: Pick<View, "language">, code: string, message: string | undefined): string {
  if (message === undefined) return sayReason(view, code);
  if (view.language === "en") return message;
  const german = germanMessage(message);
  if (german !== undefined) return german;
  const reason = sayReason(view, code);
  return message === reasonOf(code, "en") ? reason : `${reason} ${quote(view, message)}`;
}

const withFullStop = (text: string): string => (/[.!?“”]$/.test(text) ? text : `${text}.`);

/** A failure's code as a sentence. */
export const sayReason = ({ language }: Pick<View, "language">, code: string): string =>
  reasonOf(code, language === "de" ? "de" : "en");

export const titleOfIssue = (view: IssueView, issue: IssueRow): string => describe(view, issue).title;
