/**
 * The parts of undici that we use, each loaded from its own file: its main module also loads fetch, WebSockets, caches and
 * more, which would take memory in an idle service.
 */
import { createRequire } from "node:module";
import type * as Undici from "undici";

const require = createRequire(import.meta.url);

export const Agent = require("undici/lib/dispatcher/agent.js") as typeof Undici.Agent;
export const buildConnector = require("undici/lib/core/connect.js") as typeof Undici.buildConnector;
