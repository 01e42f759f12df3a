/**
 * What we use of undici, each part from its own file: its front door brings fetch, WebSockets, caches and more along, of which
 * an idle service would hold the text and the code.
 */
import { createRequire } from "node:module";
import type * as Undici from "undici";

const require = createRequire(import.meta.url);

export const Agent = require("undici/lib/dispatcher/agent.js") as typeof Undici.Agent;
export const buildConnector = require("undici/lib/core/connect.js") as typeof Undici.buildConnector;
