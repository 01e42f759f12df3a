/** Every action of the console. Actions check the role, run the same code as the API, and are recorded in the audit log. */
import { listIssues, muteIssue } from "../store/console/overview.ts";
import { type Act, type ConsoleAction, databaseOf } from "./actions/action.ts";
import { connectionActions } from "./actions/connections.ts";
import { explorerActions } from "./actions/explorer.ts";
import { replayActions } from "./actions/replays.ts";
import { requestActions } from "./actions/requests.ts";
import { setUpActions } from "./actions/setUp.ts";
import { subscriptionActions } from "./actions/subscriptions.ts";
import { tenantActions } from "./actions/tenants.ts";

const mute: Act = async (context) => {
  const { scope } = context.view;
  const issues = await listIssues(databaseOf(context), scope);
  const issue = issues.find(({ name }) => name === context.form["name"]);
  if (issue === undefined) return undefined;
  await muteIssue(databaseOf(context), scope.tenantId, issue.name);
  return { text: context.view.say("muted", { issue: issue.message ?? issue.code }) };
};

export const consoleActions: readonly ConsoleAction[] = [
  ...connectionActions,
  ...subscriptionActions,
  ...replayActions,
  ...tenantActions,
  ...setUpActions,
  ...requestActions,
  ...explorerActions,
  { path: "/issues/mute", name: "issue.mute", act: mute },
];
