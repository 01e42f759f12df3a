/** The connectors with evidence: one for each vendor's folder. Editions share it, and the sandbox is our own. */
import { connectors } from "../../src/connectors/index.ts";
import type { Connector } from "../../src/contract/connector.ts";

export const vendors: readonly Connector[] = connectors.filter(
  ({ id, builtIn }) => builtIn === undefined && !connectors.some((other) => id.startsWith(`${other.id}-`)),
);
