/** A tenant's pages as its end users see them, in a frame: they do nothing, and nobody else may frame them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Connector } from "../../contract/connector.ts";
import { accessOf } from "../../pages/access.ts";
import { pageHeaders } from "../../pages/headers.ts";
import { logoFile } from "../../pages/logo.ts";
import type { Look } from "../../pages/look.ts";
import { messagePage } from "../../pages/messagePage.ts";
import { selectionPage } from "../../pages/selectionPage.ts";
import { checkStyle, colourFields, type PageStyle } from "../../pages/style.ts";
import { stylesheet } from "../../pages/stylesheet.ts";
import { submitPage } from "../../pages/submitPage.ts";
import { markOf, shownName } from "../../pages/systemMark.ts";
import { languages } from "../../pages/texts/languages.ts";
import type { MessageKind } from "../../pages/texts/texts.ts";
import { findPageStyle } from "../../store/pageStyles.ts";
import { listTenants } from "../../store/tenants.ts";
import { config, SignedOut, stringsIn } from "./forms.ts";
import type { ConsoleDeps, View } from "./view.ts";

const messages = ["done", "cancelled", "expired", "alreadyUsed", "wrongBrowser", "failed"] as const;
export const previewPages = ["submit", "problem", "environment", "company", ...messages] as const;

/** Each once, whatever else it answers to. */
export const previewLanguages: readonly string[] = [
  ...new Map([...languages].toReversed().map(([tag, texts]) => [texts, tag])).values(),
].toSorted();
export const previewSchemes = ["light", "dark"] as const;

interface Ways {
  readonly viewFor: (request: FastifyRequest, path: string) => Promise<Omit<View, "client">>;
}

export function addPreview(app: FastifyInstance, deps: ConsoleDeps, { viewFor }: Ways): void {
  const { database } = deps.auth.connecting;
  const shownFor = async (request: FastifyRequest): Promise<Shown> => {
    const { scope, query } = await viewFor(request, "");
    const id = stringsIn(request.params)["id"] ?? "";
    const tenant = (await listTenants(database)).find((each) => each.id === id);
    if (tenant === undefined || (scope.tenantId !== null && scope.tenantId !== id)) throw new SignedOut();
    const kept = (await findPageStyle(database, id)) as PageStyle;
    return { tenant, query, style: drafted(kept, query) };
  };
  app.get("/console/tenants/:id/preview", { config }, async (request, reply) => {
    const shown = await shownFor(request);
    return reply.headers(pageHeaders({ framedBy: "ourselves" })).send(previewOf(deps, shown));
  });
  app.get("/console/tenants/:id/preview.css", { config }, async (request, reply) => {
    const { style, query } = await shownFor(request);
    const scheme = previewSchemes.find((each) => each === query["scheme"]);
    return reply
      .headers({ "content-type": "text/css; charset=utf-8", "cache-control": "no-store" })
      .send(stylesheet(style, scheme));
  });
  app.get("/console/tenants/:id/preview-logo", { config }, async (request, reply): Promise<FastifyReply> => {
    const logo = logoFile((await shownFor(request)).style);
    return logo === undefined ? reply.code(404).send() : reply.headers(logo.headers).send(logo.body);
  });
}

interface Shown {
  readonly tenant: { readonly id: string; readonly name: string };
  readonly query: Readonly<Record<string, string>>;
  readonly style: PageStyle;
}

/** With the colours that somebody tries out; one that is none counts for nothing. */
export function drafted(kept: PageStyle, query: Readonly<Record<string, string>>): PageStyle {
  if (query["draft"] !== "yes") return kept;
  const tried = colourFields.flatMap((name) => {
    const text = query[name] ?? "";
    return text !== "" && checkStyle({ [name]: text }).length === 0 ? [[name, text] as const] : [];
  });
  const rest = Object.entries(kept).filter(([name]) => !colourFields.some((field) => field === name));
  return Object.fromEntries([...rest, ...tried]);
}

/** Those that ask for something on a page of ours. */
export const askingSystems = ({ connectors }: ConsoleDeps): readonly Connector[] =>
  connectors.filter(({ signIn }) => signIn.kind !== "oauth2");

const nowhere = { flow: "preview", check: "" };

function previewOf(deps: ConsoleDeps, { tenant, query, style }: Shown): string {
  const systems = askingSystems(deps);
  const connector = systems.find(({ id }) => id === query["system"]) ?? systems[0];
  const files = new URLSearchParams(query).toString();
  const look: Look = {
    tenantName: tenant.name,
    style,
    locale: query["language"],
    operator: deps.operator,
    preview: {
      stylesheet: `/console/tenants/${tenant.id}/preview.css?${files}`,
      logo: `/console/tenants/${tenant.id}/preview-logo?${files}`,
    },
  };
  const page = previewPages.find((each) => each === query["page"]) ?? "submit";
  const systemName = connector === undefined ? "Books" : shownName(connector);
  const facts = { systemName, ...(connector && { mark: markOf(connector) }), ...nowhere };
  if (page === "environment" || page === "company")
    return selectionPage(look, { ...facts, step: page, choices: choices[page], progress: stepOf(page) });
  if (page !== "submit" && page !== "problem")
    return messagePage(look, { kind: page satisfies MessageKind, systemName, requestId: undefined });
  return submitPage(look, {
    ...facts,
    asks: connector?.signIn.asks ?? [],
    access: connector && accessOf(connector),
    progress: { step: 1, total: 3 },
    values: {},
    ...(page === "problem" && { problem: "credentialsRefused" as const }),
  });
}

const stepOf = (page: "environment" | "company") => ({ step: page === "environment" ? 2 : 3, total: 3 });

const named = (...names: string[]) => names.map((name, index) => ({ id: String(index), name }));
const choices = {
  environment: named("Production", "Sandbox"),
  company: named("Bergblick GmbH", "Bergblick Handel AG", "Seeblick KG"),
};
