import type { Refusals } from "../../contract/connector.ts";
import { type ErrorKind, type GraphQlError, graphQlRefusals } from "../../kit/graphql/refusals.ts";

/** Messages of a rule are keys, such as `global.businessErrors.documentIdAlreadyExistInOrganization`. */
const ruleOf = ({ message }: GraphQlError): string | undefined => /businessErrors\.(\w+)$/.exec(message ?? "")?.[1];

/** A role or the edition does not allow it, or the user has no access to the organization (vendor's page on users). */
const isAboutRights = (error: GraphQlError): boolean =>
  /^authorization(?:Policy|Feature)$/.test(ruleOf(error) ?? "") || error.extensions?.code === "AUTH_NOT_AUTHORIZED";

function kindOf(error: GraphQlError): ErrorKind {
  if (isAboutRights(error)) return "forbidden";
  if (/NotFound$|DoesNotExist$/.test(ruleOf(error) ?? "")) return "missing";
  // Hot Chocolate's codes for requests that do not fit the schema.
  return /^HC\d{4}$/.test(error.extensions?.code ?? "") ? "schema" : "rule";
}

/** The keys name what is wrong: `documentIdAlreadyExistInOrganization`, `vatNumberAlreadyExistInOrganization`. */
const words: Readonly<Record<string, readonly string[]>> = {
  documentIdAlreadyExist: ["documentId"],
  vatNumberAlreadyExist: ["vatNumber"],
  codeCannotContainBlankSpaces: ["code"],
  invalidAccountingEntryLineAmount: ["accountingEntryLines.debitAmount", "accountingEntryLines.creditAmount"],
};

/** No source shows the key for a closed period: keys are in plain words, so one that has both is taken for it. */
const isAboutClosedPeriod = (key: string): boolean => /closed/i.test(key) && /period|exercise|fiscal/i.test(key);

const days = ["date", "documentDate", "invoiceDate"];

const fieldsOf = (error: GraphQlError): readonly string[] =>
  isAboutClosedPeriod(ruleOf(error) ?? "") ? days : fieldsNamedIn(error);

const fieldsNamedIn = (error: GraphQlError): readonly string[] =>
  Object.entries(words).flatMap(([start, fields]) => (ruleOf(error)?.startsWith(start) === true ? fields : []));

interface GatewayError {
  readonly message?: unknown;
}

const gatewayMessage = (body: unknown): string | undefined => {
  const { message } = (body ?? {}) as GatewayError;
  return typeof message === "string" ? message : undefined;
};

const refused = graphQlRefusals({ kindOf, fieldsOf, otherMessage: gatewayMessage });

export const refusals: Refusals = {
  ...refused,
  codes: {
    ...refused.codes,
    // The gateway's key belongs to the app: the end user can do nothing about it.
    401: (body) =>
      /subscription key/i.test(gatewayMessage(body) ?? "") ? "target_forbidden" : "connection_needs_reauth",
  },
};
