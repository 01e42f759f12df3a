/** Secrets must not appear in logs or responses: credentials of the end user and of our client, and tokens. */
import type { Access } from "../../simulators/simulation.ts";
import type { Exchange } from "../../simulators/start.ts";
import type { Stage } from "./stage.ts";

export interface Secrets {
  learn(exchanges: readonly Exchange[]): void;
  shownIn(text: string): string[];
}

/** Shorter texts occur by chance. */
const shortest = 8;
/** Credentials also include names of companies and URLs, which are not secret. */
const secretNames = new Set(["apiKey", "clientSecret", "password"]);

export function knownSecrets({ oauthClient, credentials }: Access): Secrets {
  const known = new Set<string>();
  const add = (value: string) => value.length >= shortest && known.add(value);
  for (const [name, value] of Object.entries(credentials ?? {})) if (secretNames.has(name)) add(value);
  if (oauthClient !== undefined) {
    add(oauthClient.clientSecret);
    if (oauthClient.appKey !== undefined) add(oauthClient.appKey);
  }
  return {
    learn: (exchanges) => {
      for (const { headers, reply, method } of exchanges) {
        add(String(headers["authorization"] ?? "").replace(/^\w+ /, ""));
        if (method !== "POST" || !reply.includes("_token")) continue;
        for (const [, token = ""] of reply.toString().matchAll(tokens)) add(token);
      }
    },
    shownIn: (text) => [...known].filter((secret) => text.includes(secret)),
  };
}

const tokens = /"(?:access|refresh|id)_token"\s*:\s*"([^"]+)"/g;

export async function secretFindings(stage: Stage): Promise<string[]> {
  const log = stage.log();
  stage.secrets.learn(stage.exchanges());
  const lines = stage.secrets.shownIn(log).map((secret) => {
    const at = log.indexOf(secret);
    return `log: has a secret after "${log.slice(Math.max(0, at - 60), at).replaceAll("\n", " ")}"`;
  });
  const quiet = log === "" ? ["log: is empty, so the check proves nothing"] : [];
  return [...new Set([...quiet, ...lines, ...stage.leaks])];
}
