/** The actions on people: sign-in links, and ending sessions. */
import { makeConsoleLink } from "../../core/accounts/consoleAccess.ts";
import { consoleRoles, endSessionOf, endSessionsLike } from "../../store/log/consoleSessions.ts";
import { type Act, type ActionContext, type ConsoleAction, databaseOf, tenantIn } from "./action.ts";

/** The tenant in the path; on the page with everybody, all that this person sees. Undefined: they do not see it. */
const whose = (context: ActionContext): string | null | Promise<string | undefined> =>
  context.ids["id"] === undefined ? context.view.session.tenantId : tenantIn(context);

const addLink: Act = async (context) => {
  const { view, form } = context;
  const tenantId = await whose(context);
  const person = (form["person"] ?? "").trim().slice(0, 100);
  const role = consoleRoles.find((name) => name === form["role"]);
  if (tenantId === undefined || person === "" || role === undefined) return undefined;
  const audited = tenantId === null ? {} : { tenantId };
  if (!view.deps.signIn.links) return { text: view.say("linksOff"), isRefused: true, ...audited };
  const { baseUrl } = view.deps.auth.connecting;
  const { apiKeyId = null } = view.session;
  const { id, url } = await makeConsoleLink(databaseOf(context), baseUrl(), { role, tenantId, person, apiKeyId });
  return { text: view.say("newLink"), made: url, ...audited, subject: { id, name: person } };
};

const endOne: Act = async (context) => {
  const tenantId = await whose(context);
  if (tenantId === undefined) return undefined;
  const ended = await endSessionOf(databaseOf(context), tenantId, context.ids["session"] ?? "");
  if (ended === undefined) return undefined;
  return { text: context.view.say("done"), subject: { name: ended.person, tenantId: ended.tenantId } };
};

const endAll: Act = async (context) => {
  const tenantId = await whose(context);
  if (tenantId === undefined) return undefined;
  const ended = await endSessionsLike(databaseOf(context), tenantId, context.ids["session"] ?? "");
  if (ended.length === 0) return undefined;
  return {
    text: context.view.say("sessionsEnded", { count: ended.length }),
    subjects: ended.map(({ id, person, tenantId: tenant }) => ({ id, name: person, tenantId: tenant })),
  };
};

export const peopleActions: readonly ConsoleAction[] = [
  { path: "/people/links", name: "console.link", act: addLink },
  { path: "/people/sessions/:session/end", name: "console.sessionEnded", act: endOne },
  { path: "/people/sessions/:session/end-all", name: "console.sessionEnded", act: endAll },
  { path: "/tenants/:id/links", name: "console.link", act: addLink },
  { path: "/tenants/:id/sessions/:session/end", name: "console.sessionEnded", act: endOne },
  { path: "/tenants/:id/sessions/:session/end-all", name: "console.sessionEnded", act: endAll },
];
