/** What can be done in the console. Each is checked for who may, done by the same code as the API does it, and written down. */
import { listIssues, muteIssue } from "../store/console/overview.ts";
import { type Act, type ConsoleAction, databaseOf } from "./actions/asked.ts";
import { connectionActions } from "./actions/connections.ts";
import { explorerActions } from "./actions/explorer.ts";
import { replayActions } from "./actions/replays.ts";
import { requestActions } from "./actions/requests.ts";
import { setUpActions } from "./actions/setUp.ts";
import { subscriptionActions } from "./actions/subscriptions.ts";
import { tenantActions } from "./actions/tenants.ts";

const mute: Act = async (asked) => {
  const { scope } = asked.view;
  const issues = await listIssues(databaseOf(asked), scope);
  const issue = issues.find(({ name }) => name === asked.form["name"]);
  if (issue === undefined) return undefined;
  await muteIssue(databaseOf(asked), scope.tenantId, issue.name);
  return { text: asked.view.say("muted", { issue: issue.message ?? issue.code }) };
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
