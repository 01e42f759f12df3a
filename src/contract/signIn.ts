/** The kinds of sign-in, and the fields that end users fill in. */

import type { VendorReply, VendorRequest } from "./session.ts";

/** The URLs of this service and the end user's input: `site: ({ baseUrl = "" }) => `${baseUrl}/api`` */
export type SiteFacts = ServiceUrls & SignInInput;

export interface ServiceUrls {
  /** The URL at which this service can call itself. */
  readonly ownUrl: string;
  /** The URL at which browsers reach this service. */
  readonly publicUrl: string;
}

/**
 * The end user's input without secrets. `baseUrl` has no trailing slash; requests to it go through the same checks as
 * requests to any supplied URL.
 */
export type SignInInput = { readonly [Name in SignInField["name"]]?: string };

export type SignIn = ApiKeySignIn | BasicSignIn | SessionSignIn | OAuthSignIn;

interface SignInFacts {
  /** The fields that the end user, or a caller without a page, has to provide. */
  readonly asks: readonly SignInField[];
  /** The place where an end user finds the key: the vendor's page, and the menu path in the vendor's words. */
  readonly keyGuide?: {
    readonly url: string | ((facts: Pick<SiteFacts, "publicUrl"> & { readonly locale?: string | undefined }) => string);
    readonly steps: readonly string[] | ((locale: string | undefined) => readonly string[]);
    /** The field that the guide is about. Default: the first secret field. */
    readonly forField?: SignInField["name"];
  };
  /**
   * Headers of every request, with credential names in braces. A header whose fields are all optional and empty is omitted.
   * `{company|0}` is the selected company, or 0 outside any company; `{base64 company|0:sessionToken}` is both, joined with a
   * colon, in Base64.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The credentials for which request bodies may contain a `CredentialPlaceholder`. */
  readonly inBody?: readonly string[];
}

/** API keys that the end user copies from the vendor's settings. */
export interface ApiKeySignIn extends SignInFacts {
  readonly kind: "apiKey";
  /** The key does not expire. A caller who lets the end user select the company must not specify one as well. */
  readonly longLived?: true;
  /** A page on which the vendor issues the key. */
  readonly grantPage?: GrantPage;
}

/**
 * The vendor's page on which an end user authorises the app, after which the browser returns with the key. It is offered
 * above the fields if the app is registered, as an OAuth client whose `clientId` is the app's public id.
 */
export interface GrantPage {
  readonly url: string;
  /** The query, with `{clientId}` and `{redirectUri}`. The redirect URI contains the state, because the page has no parameter for it. */
  readonly query: Readonly<Record<string, string>>;
  /** The language parameter, and its value for each language besides the page's default. */
  readonly languages?: { readonly parameter: string; readonly known: Readonly<Record<string, string>> };
  /** The fields that the browser returns with, by query parameter. */
  readonly brings: Readonly<Record<string, SignInField["name"]>>;
}

/** HTTP Basic authentication with the fields `username` and `password`. */
export interface BasicSignIn extends Omit<SignInFacts, "headers"> {
  readonly kind: "basic";
  /** Headers besides `Authorization`. */
  readonly headers?: SignInFacts["headers"];
}

/** A session token that the vendor issues for the end user's credentials, and issues again after it has expired. */
export interface SessionSignIn extends SignInFacts {
  readonly kind: "session";
  /** The request for a token, with credential names in braces in path, query, headers and body. `headers` is not sent with it. */
  readonly start: VendorRequest | ((now: Date) => VendorRequest);
  /** Reads the token from the reply. `headers` can use its names. */
  readonly started: (reply: VendorReply) => VendorSession;
}

export interface VendorSession {
  readonly sessionToken: string;
  /** The expiry time (ISO 8601), if known. Otherwise the token is used until the vendor responds with 401. */
  readonly expiresAt?: string;
  readonly [name: string]: string | undefined;
}

/**
 * OAuth 2 authorisation code flow with PKCE. The credentials are `accessToken` and, if the vendor issues one,
 * `refreshToken`; `headers` can also use `clientId`, the id of the OAuth client, and `appKey`.
 */
export interface OAuthSignIn extends SignInFacts {
  readonly kind: "oauth2";
  /** The authorisation endpoint, which the end user's browser opens. */
  readonly authorizeUrl: string | ((facts: SiteFacts) => string);
  /** The token endpoint. */
  readonly tokenUrl: string | ((facts: SiteFacts) => string);
  /** The revocation endpoint. */
  readonly revokeUrl?: string | ((facts: SiteFacts) => string);
  /** The issuer, for vendors that send `iss` with the code. */
  readonly issuer?: string | ((facts: SiteFacts) => string);
  /** The OAuth scopes to request. */
  readonly scopes: readonly string[];
  /** Joins the scopes in the URL of the authorisation endpoint. Default: a space. */
  readonly scopeSeparator?: string;
  /** How the client sends its secret to the token endpoint. */
  readonly clientAuth: "basic" | "body";
  /** Seconds before expiry at which a token may be refreshed, for vendors that reject an earlier refresh. Default: 60. */
  readonly renewWithin?: number;
  /** The OAuth error with which this vendor rejects an early refresh. The current token stays in use. */
  readonly tooEarlyError?: string;
  /** The OAuth errors that this vendor returns for an expired refresh token instead of `invalid_grant`. The end user must authorise again. */
  readonly expiredGrantErrors?: readonly string[];
  /** Seconds after which a refresh token expires if it is not used. Kontor renews it in time. Absent if it does not expire. */
  readonly unusedGrantSeconds?: number;
  /** Additional query parameters of the authorisation endpoint. */
  readonly authorizeQuery?: Readonly<Record<string, string>>;
  /** The query parameter of the sign-in page for the end user's language. */
  readonly localeParameter?: string;
  /** More about a token that the vendor reports elsewhere, such as the host of the end user's data. */
  readonly tokenFacts?: TokenFacts;
  /** The issuer of ID tokens, for vendors with OpenID Connect. The ID token is requested with a nonce and verified. */
  readonly idTokenIssuer?: string;
  /**
   * For long-lived tokens that are valid for one company: the scopes that request the company. If the end user selects it on
   * Kontor's page, they sign in a second time for that company; such a flow must not specify a company as well.
   */
  readonly companyScopes?: (company: string) => readonly string[];
  /**
   * For vendors on whose page the end user selects the company, and whose tokens are valid for that company only: the query
   * parameter with the company when the browser returns. It becomes the connection's company, and `company` of every session,
   * even of those outside any company.
   */
  readonly companyParameter?: string;
  /**
   * A key of the registered app that every call carries besides the token, such as the subscription key of an API portal.
   * `headers` use it as `{appKey}`. It is entered where the client is registered; connections do not store it.
   */
  readonly appKey?: AppKey;
}

export interface AppKey {
  /** The vendor's own name for it. */
  readonly label: LocalisedText;
}

/** Read whenever the vendor issues an access token. */
export interface TokenFacts {
  readonly url: string;
  /** The query parameter for the access token. */
  readonly parameter: string;
  /** Values that become credentials, so that `site` can name them: `https://{cluster}.vendor.example`. */
  readonly read: (reply: unknown) => Readonly<Record<string, string>>;
}

/** A text by language, such as `{ en: "Personal access token", de: "Persönlicher Schlüssel" }`. English is used for all other languages. */
export interface LocalisedText {
  readonly en: string;
  readonly [language: string]: string;
}

/** A field that the end user fills in. */
export interface SignInField {
  readonly name: "apiKey" | "baseUrl" | "clientSecret" | "database" | "mandant" | "password" | "tenantId" | "username";
  /** The vendor's own name for it, such as "Personal access token". By default, the hosted pages name it after `name`. */
  readonly label?: LocalisedText;
  /** Where the end user finds it. By default, a general text of the hosted pages. `keyGuide` says it in steps. */
  readonly help?: LocalisedText;
  /** Whether the value is hidden on screen. */
  readonly secret: boolean;
  /** The field may be left empty. */
  readonly optional?: true;
  /**
   * The value belongs to the app, not to the end user: the secret of the OAuth client that the operator registered for this
   * target system, or its id if the field is `username`. The end user is asked for it only if no client is registered.
   */
  readonly belongsToApp?: true;
}
