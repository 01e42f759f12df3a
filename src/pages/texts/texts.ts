/** What the pages can say. Every language has every text; a missing one does not compile. */
import type { Ask } from "../../contract/connector.ts";

type AskText = `${Ask["name"]}${"Label" | "Help"}Text`;

/** The texts that a tenant can word itself, by their names in `pageLocalizations`. */
export type CustomText =
  | "titleText"
  | "introText"
  | "freeText"
  | "submitButtonText"
  | "cancelButtonText"
  | "selectionTitleText"
  | "selectionIntroText"
  | "selectionFreeText"
  | "selectionButtonText"
  | AskText;

/** Why a page is shown again. */
export type ProblemCode =
  | "credentialsRefused"
  | "systemUnreachable"
  | "systemTimeout"
  | "missingField"
  | "invalidBaseUrl"
  | "privateBaseUrl"
  | "choiceUnknown"
  | "tooManyTries";

export type MessageKind = "done" | "cancelled" | "expired" | "alreadyUsed" | "wrongBrowser" | "failed";

type FixedText =
  | "environmentTitle"
  | "environmentIntro"
  | "environmentLegend"
  | "companyLegend"
  | "safety"
  | "checking"
  | "moment"
  | "show"
  | "optional"
  | "required"
  | "chooseOne"
  | "search"
  | "matches"
  | "noMatches"
  | "noChoices"
  | "error"
  | "checkFields"
  | "reference"
  | ProblemCode
  | `${MessageKind}${"Title" | "Message"}`;

/** `{platform}` and `{system}` stand for names; `{shown}` and `{total}` for numbers. */
export type Texts = Readonly<Record<CustomText | FixedText, string>>;
