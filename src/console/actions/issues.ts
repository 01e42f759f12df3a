/** Actions on issues. */
import { findIssue, muteIssue, resolveIssue } from "../../store/issues/issues.ts";
import { titleOfIssue } from "../parts/issueTitles.ts";
import { type Act, type ConsoleAction, databaseOf } from "./action.ts";

const mute: Act = async (context) => {
  const { view, ids } = context;
  const { tenantId } = view.scope;
  const issue = await findIssue(databaseOf(context), { id: ids["id"] ?? "", tenantId });
  if (issue === undefined) return undefined;
  await muteIssue(databaseOf(context), tenantId, issue);
  return { text: view.say("muted", { issue: titleOfIssue(view, issue) }), tenantId: issue.tenantId };
};

const resolve: Act = async (context) => {
  const { view, ids } = context;
  const issue = await findIssue(databaseOf(context), { id: ids["id"] ?? "", tenantId: view.scope.tenantId });
  if (issue === undefined) return undefined;
  await resolveIssue(databaseOf(context), issue);
  const phrase = issue.kind === "deliveries_given_up" ? "deliveriesDismissed" : "issueResolved";
  return { text: view.say(phrase, { issue: titleOfIssue(view, issue) }), tenantId: issue.tenantId };
};

export const issueActions: readonly ConsoleAction[] = [
  { path: "/issues/:id/mute", name: "issue.mute", act: mute },
  { path: "/issues/:id/resolve", name: "issue.resolve", act: resolve },
];
