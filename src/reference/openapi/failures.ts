/** The error responses of an operation, grouped by status and shared through `components.responses`. */
import { type FailureCode, failures } from "../../contract/failure.ts";
import { FailureBody } from "./answerSchema.ts";
import { fold, plain, type Schemas } from "./jsonSchema.ts";

export type Responses = Record<string, { readonly description: string; readonly [field: string]: unknown }>;

/** Names of responses with more than one error code. A response with a single code is named after it. */
const names: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  422: "Unprocessable",
  429: "TooManyRequests",
  503: "ServiceUnavailable",
  504: "GatewayTimeout",
};

export const answerHeaders = headers("X-Request-Id", "RateLimit", "RateLimit-Policy");
/** Headers of an executed write, not of a dry run. */
export const writeHeaders = { ...answerHeaders, ...headers("X-Operation-Id", "Idempotent-Replayed") };

export const headerComponents = {
  "X-Request-Id": {
    description: "Identifies this request in Kontor's logs.",
    schema: { type: "string" },
    example: "01JEXAMPLE0000000000000000",
  },
  "X-Operation-Id": {
    description: "Identifies this write. Get its outcome with GET /operations/{operationId}.",
    schema: { type: "string" },
    example: "01JEXAMPLE0000000000000000",
  },
  "Idempotent-Replayed": {
    description:
      "`true` if this is the stored response to an earlier request with the same `Idempotency-Key`. Absent otherwise.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  RateLimit: {
    description: "The remaining quota of this API key: requests (`r`) and seconds until it is replenished (`t`).",
    schema: { type: "string" },
    example: '"requests";r=199;t=1',
  },
  "RateLimit-Policy": {
    description: "The rate limit of this API key: requests (`q`) per window in seconds (`w`).",
    schema: { type: "string" },
    example: '"requests";q=200;w=2',
  },
  Link: {
    description: 'The console page of this request (`rel="help"`). Absent if the request is not logged.',
    schema: { type: "string" },
    example: '<https://kontor.example/console/requests/01JEXAMPLE0000000000000000>; rel="help"',
  },
  "Retry-After": {
    description: "Seconds to wait before a retry.",
    schema: { type: "integer", minimum: 0 },
    example: 1,
  },
};

function headers(...names: string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** References by status to shared responses. Each response lists its codes with an example body. */
export function failureResponses(
  codes: readonly FailureCode[],
  responses: Responses,
  schemas: Schemas,
): Record<string, { readonly $ref: string }> {
  const byStatus = Object.entries(Object.groupBy(codes, (code) => failures[code].status));
  return Object.fromEntries(
    byStatus.map(([status, codes = []]) => {
      const description = codes.map((code) => `\`${code}\`: ${failures[code].meaning}`).join("\n\n");
      const name = freeNameFor(description, nameOf(Number(status), codes), responses);
      responses[name] ??= responseOf(description, codes, schemas);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** The name of the response with this description, or the next free numbered name. */
function freeNameFor(description: string, name: string, responses: Responses): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}${number}`;
    const known = responses[candidate];
    if (known === undefined || known.description === description) return candidate;
  }
}

function nameOf(status: number, codes: readonly FailureCode[]): string {
  const [only = ""] = codes;
  const name = codes.length > 1 ? names[status] : pascal(only);
  if (name === undefined) throw new Error(`no name for errors of status ${status}`);
  return name;
}

const pascal = (code: string): string =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

function responseOf(description: string, codes: readonly FailureCode[], schemas: Schemas): Responses[string] {
  const waits = codes.some((code) => failures[code].next === "wait");
  return {
    description,
    headers: { ...answerHeaders, ...headers("Link"), ...(waits && headers("Retry-After")) },
    content: {
      "application/json": {
        schema: fold(plain(FailureBody), schemas),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleBody(code) }])),
      },
    },
  };
}

function exampleBody(code: FailureCode): object {
  const { meaning, next, status } = failures[code];
  const entry =
    code === "invalid_request"
      ? { code, message: "limit must be one of 5, 10, 20, 50, 100", field: "limit" }
      : { code, message: meaning.replaceAll("`", "") };
  const target = code.startsWith("target_") && code !== "target_system_unknown";
  return {
    errors: [{ ...entry, ...(target && { targetSystem: "example", targetStatus: status, next }) }],
    meta: { requestId: headerComponents["X-Request-Id"].example },
  };
}
