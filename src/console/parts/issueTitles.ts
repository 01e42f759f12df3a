/** The sentences of issues in the reader's language. */
import { describeIssue, type IssueDescription } from "../../core/issues/describe.ts";
import { reasonOf } from "../../core/issues/reasons.ts";
import type { IssueRow } from "../../store/issues/issues.ts";
import { nameOfSystem, type View } from "./view.ts";

type IssueView = Pick<View, "deps" | "language">;

export const describe = (view: IssueView, issue: IssueRow): IssueDescription =>
  describeIssue(issue, {
    nameOfSystem: (targetSystem) => nameOfSystem(view, targetSystem),
    language: view.language === "de" ? "de" : "en",
  });

/** A failure's code as a sentence. */
export const sayReason = ({ language }: Pick<View, "language">, code: string): string =>
  reasonOf(code, language === "de" ? "de" : "en");

export const titleOfIssue = (view: IssueView, issue: IssueRow): string => describe(view, issue).title;
