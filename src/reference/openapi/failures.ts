/** Every error of an operation, by status, folded into `components.responses`. */
import { type FailureCode, failures } from "../../contract/failure.ts";
import { FailureBody } from "./answerSchema.ts";
import { fold, plain, type Schemas } from "./jsonSchema.ts";

export type Responses = Record<string, { readonly description: string; readonly [field: string]: unknown }>;

/** Of statuses that more than one code shares; where there is one code, it gives the name. */
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
/** Of a write that was made, not of one that was only tried. */
export const writeHeaders = { ...answerHeaders, ...headers("X-Operation-Id") };

export const headerComponents = {
  "X-Request-Id": {
    description: "Names this request in our logs.",
    schema: { type: "string" },
    example: "01JEXAMPLE0000000000000000",
  },
  "X-Operation-Id": {
    description: "Names this write for questions about its outcome: GET /operations/{operationId}.",
    schema: { type: "string" },
    example: "01JEXAMPLE0000000000000000",
  },
  RateLimit: {
    description: "What is left of the limit of this API key: requests (`r`), and seconds until there are more (`t`).",
    schema: { type: "string" },
    example: '"requests";r=199;t=1',
  },
  "RateLimit-Policy": {
    description: "The limit of this API key: requests (`q`) in a window of seconds (`w`).",
    schema: { type: "string" },
    example: '"requests";q=200;w=2',
  },
  Link: {
    description:
      'The page of this request in the console, for people: `rel="help"`. Not there where nothing is logged.',
    schema: { type: "string" },
    example: '<https://kontor.example/console/requests/01JEXAMPLE0000000000000000>; rel="help"',
  },
  "Retry-After": {
    description: "Seconds after which it is worth trying again.",
    schema: { type: "integer", minimum: 0 },
    example: 1,
  },
};

function headers(...names: string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** References by status to responses that list the codes, each with an example of its body. */
export function failureResponses(
  codes: readonly FailureCode[],
  responses: Responses,
  schemas: Schemas,
): Record<string, { readonly $ref: string }> {
  const byStatus = Object.entries(Object.groupBy(codes, (code) => failures[code].status));
  return Object.fromEntries(
    byStatus.map(([status, codes = []]) => {
      const description = codes.map((code) => `\`${code}\`: ${failures[code].meaning}`).join("\n\n");
      const name = placeFor(description, nameOf(Number(status), codes), responses);
      responses[name] ??= responseOf(description, codes, schemas);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** The same errors have one place, known by what it says of them; others of the same status get the next free number. */
function placeFor(description: string, name: string, responses: Responses): string {
  for (let number = 1; ; number++) {
    const place = number === 1 ? name : `${name}${number}`;
    const known = responses[place];
    if (known === undefined || known.description === description) return place;
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
