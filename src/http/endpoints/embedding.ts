/** The script and the list of target systems that a platform's page needs to open a flow. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, RouteShorthandOptions } from "fastify";
import type { Connector } from "../../contract/connector.ts";
import { isLocale } from "../../contract/locale.ts";
import type { ConnectingDeps } from "../../core/connecting/context.ts";
import { preferredLanguage } from "../../pages/acceptLanguage.ts";
import { fill, textsFor } from "../../pages/look.ts";
import { markOf, shownName } from "../../pages/systemMark.ts";
import type { Texts } from "../../pages/texts/texts.ts";
import { contentOf, send } from "../../web/files.ts";

const countedAsFile = { config: { rateLimitGroup: "files" } } as const satisfies RouteShorthandOptions;
/** Both are used by pages of other sites and contain only public data. */
const publicHeaders = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

export function addEmbedding(app: FastifyInstance, { connectors }: Pick<ConnectingDeps, "connectors">): void {
  let script: ReturnType<typeof contentOf> | undefined;
  app.get("/connect.js", countedAsFile, async (request, reply) => {
    script ??= readFile(new URL("../../pages/connect.js", import.meta.url)).then(contentOf);
    const headers = { ...publicHeaders, "content-type": "text/javascript; charset=utf-8" };
    return send(await script, request, reply.headers(headers));
  });
  app.get("/connect/systems", countedAsFile, (request, reply) => {
    const { sandbox, locale } = request.query as { sandbox?: unknown; locale?: unknown };
    const offered = [...connectors.values()].filter((connector) => sandbox === "true" || !isForTests(connector));
    const texts = textsFor(isLocale(locale) ? locale : preferredLanguage(request.headers["accept-language"]));
    const headers = { ...publicHeaders, "cache-control": "no-cache", vary: "accept-language" };
    return reply.headers(headers).send({
      texts: {
        title: texts.pickTitle,
        search: texts.search,
        cancel: texts.cancelButtonText,
        noMatches: texts.noMatches,
      },
      data: offered.map((connector) => offeredSystem(connector, offered, texts)),
    });
  });
}

const isForTests = ({ builtIn, testEdition }: Connector): boolean => builtIn === true || testEdition === true;

/** Editions of one product have the same name for end users, so the full name distinguishes them. */
function offeredSystem(connector: Connector, offered: readonly Connector[], texts: Texts) {
  const { id, about, signIn } = connector;
  const name = shownName(connector);
  const isAmbiguous = offered.some((candidate) => candidate.id !== id && shownName(candidate) === name);
  const hint = signIn.kind === "oauth2" ? texts.signInThere : texts.pickDetails;
  return {
    id,
    name: isAmbiguous ? connector.name : name,
    about,
    hint: fill(hint, { system: name }),
    mark: markOf(connector),
  };
}
