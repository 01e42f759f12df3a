/** What the pages can say. Every language has every text; a missing one does not compile. */
import type { SignInField } from "../../contract/signIn.ts";

type AskText = `${SignInField["name"]}${"Label" | "Help"}Text`;

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

/** What a platform may see or change, in words that an end user knows. */
export type AccessGroup = "contacts" | "sales" | "purchases" | "ledger" | "money" | "items" | "files";

type FixedText =
  | "environmentTitle"
  | "environmentIntro"
  | "environmentLegend"
  | "companyLegend"
  | "safety"
  | "neverSees"
  | "findIt"
  | "openThere"
  | "signInThere"
  | "orByHand"
  | "reads"
  | "writes"
  | "operatedBy"
  | "privacy"
  | "help"
  | "stepOf"
  | "backTo"
  | `${AccessGroup}Group`
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

/**
 * `{platform}` and `{system}` stand for names; `{operator}` for who runs the service, `{steps}` for the way through
 * a menu, `{shown}`, `{step}` and `{total}` for numbers.
 */
export type Texts = Readonly<Record<CustomText | FixedText, string>>;
