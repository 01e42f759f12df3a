/** Every action of the console. Actions check the role, run the same code as the API, and are recorded in the audit log. */
import type { ConsoleAction } from "./actions/action.ts";
import { connectionActions } from "./actions/connections.ts";
import { explorerActions } from "./actions/explorer.ts";
import { issueActions } from "./actions/issues.ts";
import { peopleActions } from "./actions/people.ts";
import { replayActions } from "./actions/replays.ts";
import { requestActions } from "./actions/requests.ts";
import { setUpActions } from "./actions/setUp.ts";
import { subscriptionActions } from "./actions/subscriptions.ts";
import { tenantActions } from "./actions/tenants.ts";

export const consoleActions: readonly ConsoleAction[] = [
  ...connectionActions,
  ...subscriptionActions,
  ...replayActions,
  ...tenantActions,
  ...peopleActions,
  ...setUpActions,
  ...requestActions,
  ...explorerActions,
  ...issueActions,
];
