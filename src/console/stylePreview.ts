/** A tenant's pages as its end users see them, in a frame: they do nothing, and nobody else may frame them. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { accessOf } from "../pages/access.ts";
import { pageHeaders } from "../pages/headers.ts";
import { logoFile } from "../pages/logo.ts";
import type { Look } from "../pages/look.ts";
import { messagePage } from "../pages/messagePage.ts";
import { selectionPage } from "../pages/selectionPage.ts";
import { colourFields, type PageStyle } from "../pages/style.ts";
import { stylesheet } from "../pages/stylesheet.ts";
import { submitPage } from "../pages/submitPage.ts";
import { markOf, shownName } from "../pages/systemMark.ts";
import type { MessageKind } from "../pages/texts/texts.ts";
import { findPageStyle } from "../store/pageStyles.ts";
import { listTenants } from "../store/tenants.ts";
import { drafted } from "./pages/styleForm.ts";
import { config, SignedOut, stringsIn } from "./parts/forms.ts";
import { askingSystems, previewPages, previewSchemes } from "./parts/previewOptions.ts";
import type { ConsoleDeps, View } from "./parts/view.ts";

interface Ways {
  readonly viewFor: (request: FastifyRequest, path: string) => Promise<Omit<View, "client">>;
  /** Only for who sends a form of ours. */
  readonly changing: (request: FastifyRequest) => Promise<Omit<View, "client">>;
}

export function addPreview(app: FastifyInstance, deps: ConsoleDeps, { viewFor, changing }: Ways): void {
  const { database } = deps.auth.connecting;
  const shownFor = async (request: FastifyRequest, { scope, query }: Omit<View, "client">): Promise<Shown> => {
    const id = stringsIn(request.params)["id"] ?? "";
    const tenant = (await listTenants(database)).find((each) => each.id === id);
    if (tenant === undefined || (scope.tenantId !== null && scope.tenantId !== id)) throw new SignedOut();
    const given = { ...query, ...stringsIn(request.body) };
    return { tenant, given, style: drafted(await findPageStyle(database, id), given) };
  };
  const framed = pageHeaders({ framedBy: "ourselves" });
  app.get("/console/tenants/:id/preview", { config }, async (request, reply) =>
    reply.headers(framed).send(previewOf(deps, await shownFor(request, await viewFor(request, "")))),
  );
  // What is tried out may be more than an address can hold.
  app.post("/console/tenants/:id/preview", { config }, async (request, reply) =>
    reply.headers(framed).send(previewOf(deps, await shownFor(request, await changing(request)))),
  );
  app.get("/console/tenants/:id/preview.css", { config }, async (request, reply) => {
    const { style, given } = await shownFor(request, await viewFor(request, ""));
    const scheme = previewSchemes.find((each) => each === given["scheme"]);
    return reply
      .headers({ "content-type": "text/css; charset=utf-8", "cache-control": "no-store" })
      .send(stylesheet(style, scheme));
  });
}

interface Shown {
  readonly tenant: { readonly id: string; readonly name: string };
  /** What is looked at, and what is tried out. */
  readonly given: Readonly<Record<string, string>>;
  readonly style: PageStyle;
}

/** A logo that is tried out has no address yet. */
function dataUrlOf(style: PageStyle): string {
  const { headers, body } = logoFile(style) ?? {};
  return body === undefined ? "" : `data:${headers?.["content-type"]};base64,${body.toString("base64")}`;
}

const nowhere = { flow: "preview", check: "" };

function previewOf(deps: ConsoleDeps, { tenant, given, style }: Shown): string {
  const systems = askingSystems(deps);
  const connector = systems.find(({ id }) => id === given["system"]) ?? systems[0];
  const names = ["draft", "scheme", ...colourFields];
  const colours = names.flatMap((name): [string, string][] => (given[name] ? [[name, given[name]]] : []));
  const look: Look = {
    tenantName: tenant.name,
    style,
    locale: given["language"],
    operator: deps.operator,
    preview: {
      stylesheet: `/console/tenants/${tenant.id}/preview.css?${new URLSearchParams(colours).toString()}`,
      logo: dataUrlOf(style),
    },
  };
  const page = previewPages.find((each) => each === given["page"]) ?? "submit";
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
