/** JSON-RPC sends every request to one path, so the model that it is about stands in for the path. */

interface RemoteCall {
  readonly model: string;
  readonly method: string;
  readonly parameters: unknown;
}

/** Also one about no model, such as the sign-in. */
export const isRemoteCall = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "params" in body && ("method" in body || "jsonrpc" in body);

/** Tryton names the model in the method (`model.party.party.read`), Odoo both in the arguments. */
export function remoteCallIn(body: unknown): RemoteCall | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { method: remote, params } = body as { readonly method?: unknown; readonly params?: unknown };
  const [, trytonModel, trytonMethod] = /^model\.(.+)\.(\w+)$/.exec(typeof remote === "string" ? remote : "") ?? [];
  if (trytonModel !== undefined && trytonMethod !== undefined)
    return { model: trytonModel, method: trytonMethod, parameters: params };
  const [, , , model, method] = (params as { readonly args?: readonly unknown[] } | undefined)?.args ?? [];
  return typeof model === "string" && typeof method === "string" ? { model, method, parameters: params } : undefined;
}

/** These methods return descriptions of all fields, which no record has to have. */
export const isAboutFields = ({ method }: RemoteCall): boolean =>
  /^(?:fields_get|context_get|default_get)$/.test(method);

export const isWritingRecords = ({ method }: RemoteCall): boolean => /^(?:create|write|\w*wizard\w*)$/.test(method);
