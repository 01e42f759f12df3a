/** The texts of the hosted pages. A language that lacks one does not compile. */
import type { HiddenGroup } from "../../contract/hiddenFields.ts";
import type { SignInField } from "../../contract/signIn.ts";

type AskText = `${SignInField["name"]}${"Label" | "Help"}Text`;

/** The texts that a tenant can replace, by their names in `pageLocalizations`. */
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

/** The data that a platform may read or change, grouped in end users' terms. */
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
  | "hides"
  | `${HiddenGroup}Group`
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
  | "pickTitle"
  | "pickDetails"
  | "connectionsTitle"
  | "connectionsIntro"
  | "connectionsNone"
  | "connectedSince"
  | "lastRead"
  | "lastChanged"
  | "nothingYet"
  | "signInNeeded"
  | "reconnectButton"
  | "disconnectButton"
  | "disconnectTitle"
  | "disconnectMessage"
  | "disconnectedNotice"
  | "reconnectedNotice"
  | "unchangedNotice"
  | "unknownMessage"
  | "assistantsHeading"
  | "connectAssistantButton"
  | "assistantCodeTitle"
  | "assistantCodeIntro"
  | "assistantAddress"
  | "assistantCode"
  | "assistantCodeNote"
  | "authorizeTitle"
  | "authorizeIntro"
  | "codeInvalid"
  | "returnsTo"
  | "localProgram"
  | "nameNotChecked"
  | "consentTitle"
  | "consentIntro"
  | "assistantReads"
  | "assistantWrites"
  | "assistantHides"
  | "accessLegend"
  | "readOnlyAccess"
  | "writeAccess"
  | "writeNote"
  | "allowButton"
  | "refuseButton"
  | "endNote"
  | "endAccessButton"
  | "accessEndedNotice"
  | "confirmTitle"
  | "confirmIntro"
  | "confirmButton"
  | "confirmedTitle"
  | "confirmedMessage"
  | "declinedTitle"
  | "declinedMessage"
  | "assistantFailedMessage"
  | ProblemCode
  | `${MessageKind}${"Title" | "Message"}`;

/**
 * Placeholders: `{platform}`, `{system}`, `{operator}` and `{assistant}` are names, `{host}` is a host, `{steps}` is a menu path,
 * and `{shown}`, `{step}`, `{total}` and `{minutes}` are numbers.
 */
export type Texts = Readonly<Record<CustomText | FixedText, string>>;
