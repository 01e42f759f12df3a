/** Every page of the console by its path, and which page shows the outcome of an action. */

import { auditPage } from "./pages/audit.ts";
import { connectionPage, connectionsPage, endConnectionPage } from "./pages/connections.ts";
import { deliveriesPage } from "./pages/deliveries.ts";
import { eventsPage } from "./pages/events.ts";
import { explorerPage } from "./pages/explorer.ts";
import { issuesPage } from "./pages/issues.ts";
import { overviewPage } from "./pages/overview.ts";
import { peoplePage } from "./pages/people.ts";
import { bulkReplayPage, replayPage } from "./pages/replays.ts";
import { requestPage } from "./pages/request.ts";
import { requestsPage } from "./pages/requests.ts";
import { stylePage } from "./pages/style.ts";
import { subscriptionsPage } from "./pages/subscriptions.ts";
import { systemPage } from "./pages/system.ts";
import { targetPage, targetsPage } from "./pages/targets.ts";
import { tasksPage } from "./pages/tasks.ts";
import { tenantPage, tenantsPage } from "./pages/tenants.ts";
import { usagePage } from "./pages/usage.ts";
import { writePage } from "./pages/write.ts";
import { writesPage } from "./pages/writes.ts";
import type { Frame } from "./parts/layout.ts";
import type { Outcome } from "./parts/outcome.ts";
import type { PagePath } from "./parts/permissions.ts";
import type { View } from "./parts/view.ts";

export type RenderPage = (view: View, id: string, outcome?: Outcome) => Promise<Frame | undefined>;

export const pages: Readonly<Record<PagePath, RenderPage>> = {
  "": (view) => overviewPage(view),
  "/issues": (view, _id, outcome) => issuesPage(view, outcome),
  "/connections": (view) => connectionsPage(view),
  "/connections/:id": connectionPage,
  "/connections/:id/end": (view, id) => endConnectionPage(view, id),
  "/requests": (view) => requestsPage(view),
  "/requests/:id": requestPage,
  "/writes": (view) => writesPage(view),
  "/writes/:id": writePage,
  "/events": (view, _id, outcome) => eventsPage(view, outcome),
  "/explorer": (view, _id, outcome) => explorerPage(view, outcome),
  "/subscriptions": (view, _id, outcome) => subscriptionsPage(view, outcome),
  "/deliveries/replay": (view) => replayPage(view),
  "/deliveries/replays/:id": bulkReplayPage,
  "/deliveries": (view, _id, outcome) => deliveriesPage(view, outcome),
  "/tasks": (view) => tasksPage(view),
  "/targets": (view) => targetsPage(view),
  "/targets/:id": (view, id) => targetPage(view, id),
  "/tenants": (view, _id, outcome) => tenantsPage(view, outcome),
  "/tenants/:id": tenantPage,
  "/tenants/:id/style": stylePage,
  "/usage": (view) => usagePage(view),
  "/people": (view, _id, outcome) => peoplePage(view, outcome),
  "/audit": (view) => auditPage(view),
  "/system": (view) => systemPage(view),
};

export const pagePaths = Object.keys(pages) as readonly PagePath[];

/** The page that an action belongs to: the longest page path that the action's path starts with. */
export const pageAfter = (path: string): PagePath =>
  pagePaths.filter((page) => path === page || path.startsWith(`${page}/`)).toSorted((a, b) => b.length - a.length)[0] ??
  "";
