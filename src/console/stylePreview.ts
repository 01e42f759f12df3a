/** A tenant's pages as end users see them, in a frame. They have no effect, and other sites may not frame them. */

import type { FastifyInstance, FastifyRequest } from "fastify";
import { allScopes } from "../contract/scopes.ts";
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
import { withDraft } from "./pages/styleForm.ts";
import { previewPages, previewSchemes, systemsWithForm } from "./parts/previewOptions.ts";
import { config, SignedOut, stringsIn } from "./parts/requestInput.ts";
import type { ConsoleDeps, View } from "./parts/view.ts";

interface Views {
  readonly viewFor: (request: FastifyRequest, path: string) => Promise<Omit<View, "client">>;
  /** Checks that the form was sent from this session's own page. */
  readonly viewForForm: (request: FastifyRequest) => Promise<Omit<View, "client">>;
}

export function addPreview(app: FastifyInstance, deps: ConsoleDeps, { viewFor, viewForForm }: Views): void {
  const { database } = deps.auth.connecting;
  const inputOf = async (request: FastifyRequest, { scope, query }: Omit<View, "client">): Promise<PreviewInput> => {
    const id = stringsIn(request.params)["id"] ?? "";
    const tenant = (await listTenants(database)).find((row) => row.id === id);
    if (tenant === undefined || (scope.tenantId !== null && scope.tenantId !== id)) throw new SignedOut();
    const form = { ...query, ...stringsIn(request.body) };
    return { tenant, form, style: withDraft(await findPageStyle(database, id), form) };
  };
  const framed = pageHeaders({ framedBy: "ourselves" });
  app.get("/console/tenants/:id/preview", { config }, async (request, reply) =>
    reply.headers(framed).send(previewOf(deps, await inputOf(request, await viewFor(request, "")))),
  );
  // A draft can be longer than a URL may be.
  app.post("/console/tenants/:id/preview", { config }, async (request, reply) =>
    reply.headers(framed).send(previewOf(deps, await inputOf(request, await viewForForm(request)))),
  );
  app.get("/console/tenants/:id/preview.css", { config }, async (request, reply) => {
    const { style, form } = await inputOf(request, await viewFor(request, ""));
    const scheme = previewSchemes.find((name) => name === form["scheme"]);
    return reply
      .headers({ "content-type": "text/css; charset=utf-8", "cache-control": "no-store" })
      .send(stylesheet(style, scheme));
  });
}

interface PreviewInput {
  readonly tenant: { readonly id: string; readonly name: string };
  /** The page to show, and the draft of the style. */
  readonly form: Readonly<Record<string, string>>;
  readonly style: PageStyle;
}

/** The logo of a draft has no URL yet. */
function dataUrlOf(style: PageStyle): string {
  const { headers, body } = logoFile(style) ?? {};
  return body === undefined ? "" : `data:${headers?.["content-type"]};base64,${body.toString("base64")}`;
}

const emptyFlow = { flow: "preview", check: "" };

function previewOf(deps: ConsoleDeps, { tenant, form, style }: PreviewInput): string {
  const systems = systemsWithForm(deps);
  const connector = systems.find(({ id }) => id === form["system"]) ?? systems[0];
  const parameters = ["draft", "scheme", ...colourFields];
  const colours = parameters.flatMap((name): [string, string][] => (form[name] ? [[name, form[name]]] : []));
  const look: Look = {
    tenantName: tenant.name,
    style,
    locale: form["language"],
    operator: deps.operator,
    preview: {
      stylesheet: `/console/tenants/${tenant.id}/preview.css?${new URLSearchParams(colours).toString()}`,
      logo: dataUrlOf(style),
    },
  };
  const page = previewPages.find((name) => name === form["page"]) ?? "submit";
  const systemName = connector === undefined ? "Books" : shownName(connector);
  const facts = { systemName, ...(connector && { mark: markOf(connector) }), ...emptyFlow };
  if (page === "environment" || page === "company")
    return selectionPage(look, { ...facts, step: page, choices: choices[page], progress: progressOf(page) });
  if (page !== "submit" && page !== "problem")
    return messagePage(look, { kind: page satisfies MessageKind, systemName, requestId: undefined });
  return submitPage(look, {
    ...facts,
    asks: connector?.signIn.asks ?? [],
    access: connector && accessOf(connector, { keys: [allScopes], hiddenFields: [] }),
    progress: { step: 1, total: 3 },
    values: {},
    ...(page === "problem" && { problem: "credentialsRefused" as const }),
  });
}

const progressOf = (page: "environment" | "company") => ({ step: page === "environment" ? 2 : 3, total: 3 });

const choicesOf = (...names: string[]) => names.map((name, index) => ({ id: String(index), name }));
const choices = {
  environment: choicesOf("Production", "Sandbox"),
  company: choicesOf("Bergblick GmbH", "Bergblick Handel AG", "Seeblick KG"),
};
