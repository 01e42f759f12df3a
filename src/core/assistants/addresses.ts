/** The URLs of OAuth for assistants. */

export const resourceOf = (baseUrl: string): string => `${baseUrl}/mcp`;

export const resourceMetadataUrl = (baseUrl: string): string => `${baseUrl}/.well-known/oauth-protected-resource/mcp`;

const scopesSupported = ["read", "write"] as const;

/** RFC 9728. */
export const resourceMetadata = (baseUrl: string) => ({
  resource: resourceOf(baseUrl),
  authorization_servers: [baseUrl],
  scopes_supported: scopesSupported,
  bearer_methods_supported: ["header"],
  resource_name: "Kontor",
  resource_documentation: `${baseUrl}/docs/guides/mcp`,
});

/** RFC 8414. */
export const serverMetadata = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/auth/assistants/authorize`,
  token_endpoint: `${baseUrl}/auth/assistants/token`,
  registration_endpoint: `${baseUrl}/auth/assistants/register`,
  revocation_endpoint: `${baseUrl}/auth/assistants/revoke`,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  scopes_supported: scopesSupported,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${baseUrl}/docs/guides/mcp`,
});

/** Refuses tokens for other servers. A client that names none gets tokens for this one, which is the only one. */
export function isOurResource(resource: string, baseUrl: string): boolean {
  return URL.canParse(resource) && new URL(resource).href === new URL(resourceOf(baseUrl)).href;
}

const isLoopback = ({ hostname }: URL): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Whether the URL is a program on the person's own computer. */
export const isOnThisComputer = (url: string): boolean => isLoopback(new URL(url));

const isAddress = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);
const longestUrl = 2000;

/**
 * A URL of a web site over https, or of a program on the person's computer. Names of other schemes can be claimed by any
 * program, and addresses without a name belong to private networks.
 */
export function isUsableRedirect(text: unknown): text is string {
  if (typeof text !== "string" || text.length > longestUrl || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || text.includes("#")) return false;
  if (isLoopback(url)) return url.protocol === "http:" || url.protocol === "https:";
  return url.protocol === "https:" && !isAddress(url.hostname) && url.hostname.includes(".");
}

/** Exactly as registered. A program on the person's computer may use any port (RFC 8252, 7.3). */
export function isRegisteredRedirect(registered: readonly string[], text: string): boolean {
  if (registered.includes(text)) return true;
  if (!isUsableRedirect(text) || !isOnThisComputer(text)) return false;
  return registered.some((candidate) => isOnThisComputer(candidate) && withoutPort(candidate) === withoutPort(text));
}

function withoutPort(text: string): string {
  const url = new URL(text);
  url.port = "";
  return url.href;
}

/** The assistant's URL with the answer, which names us as its issuer (RFC 9207). */
export function answerUrl(redirectUri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
